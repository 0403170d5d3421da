"""The bot kit: programs that play on any server as ordinary players.

from ludus.clients.bot import Bot, Engagement, play

class Timid(Bot):
    async def choose(self, position):
        return position.moves[0]

play(Timid(), "localhost", Engagement("conquest"))
"""

from ludus.clients.bot.bot import Bot as Bot
from ludus.clients.bot.bot import NoMove as NoMove
from ludus.clients.bot.engagement import Engagement as Engagement
from ludus.clients.bot.position import BotPosition as BotPosition
from ludus.clients.bot.runner import BotRunner as BotRunner
from ludus.clients.bot.runner import play as play
