import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { CannotStart } from './cannot-start.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** An address that answers. */
export interface Address {
  /** Takes no more connections, and is done when those that were open have ended. */
  close: () => Promise<void>
}

/** @throws CannotStart when the port is taken. */
export async function listen(listener: Listener, port: number, host: string): Promise<Address> {
  const server = createServer(listener)
  server.headersTimeout = 15_000
  server.requestTimeout = 60_000
  await openAt(server, port, host)
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

/** @throws CannotStart when the port is taken. */
export function openAt(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new CannotStart(`Port ${port} is taken. Stop what uses it, or set PORT and PORTALS_PORT.`)
          : error,
      ),
    )
    server.listen(port, host, resolve)
  })
}
