import { createServer, type Server } from 'node:http'
import type { Connect } from 'vite'
import { type Address, type Listener, openAt } from '../src/platform/listen.ts'

/** How long a request that is being answered may hold up what was edited; it goes on, as the database stays. */
const patienceMs = 100

/** An address that stays open while the program behind it is loaded anew: whoever asks meanwhile waits. */
export class HeldAddress {
  readonly server: Server
  #listener = Promise.withResolvers<Listener>()
  #held = true
  #answering = new Set<Promise<unknown>>()

  /** `first` sees each request before the program does, and may answer it. */
  constructor(first: () => Connect.Server | undefined = () => undefined) {
    const answer: Listener = async (request, response) => {
      const listener = await this.#listener.promise
      const answered = new Promise((resolve) => response.once('close', resolve))
      this.#answering.add(answered)
      void answered.then(() => this.#answering.delete(answered))
      listener(request, response)
    }
    this.server = createServer((request, response) => {
      const middlewares = first()
      if (middlewares) middlewares(request, response, () => answer(request, response))
      else answer(request, response)
    })
  }

  /** @throws CannotStart when the port is taken. */
  open = (port: number, host: string) => openAt(this.server, port, host)

  answerWith(listener: Listener): Address {
    this.hold()
    this.#listener.resolve(listener)
    this.#held = false
    return {
      close: async () => {
        this.hold()
        const late = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
        await Promise.race([Promise.all(this.#answering), late])
      },
    }
  }

  /** From now on whoever asks waits for the next program. */
  hold() {
    if (this.#held) return
    this.#held = true
    this.#listener = Promise.withResolvers<Listener>()
  }

  close() {
    this.server.closeAllConnections()
    this.server.close()
  }
}
