"""gRPC: one port for users, one for workers. Nothing here is imported unless a server or a client speaks gRPC."""
