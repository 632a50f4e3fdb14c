import { connect } from 'node:net'

const waitMs = 10

/**
 * Asks over plain sockets, one request at a time on each: an HTTP client takes more of the machine than what is measured.
 * `next` says the next request as it goes over the line, undefined when there is none any more, or `later`; `answered` hears
 * the status of each, whose answer comes in one piece.
 */
export async function askPlainly(
  ports: readonly number[],
  sockets: number,
  next: () => string | undefined,
  answered: (status: number) => void,
): Promise<void> {
  const ask = (port: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      const say = () => {
        const text = next()
        if (text === undefined) socket.end()
        else if (text === later) setTimeout(say, waitMs)
        else socket.write(text)
      }
      socket.once('connect', say)
      socket.on('data', (answer) => {
        answered(Number(answer.toString('latin1', 9, 12)))
        say()
      })
      socket.once('close', () => resolve())
      socket.once('error', reject)
    })
  await Promise.all(Array.from({ length: sockets }, (_, at) => ask(ports[at % ports.length] as number)))
}

/** What `next` says when the next request is not due yet. */
export const later = ''

/** A POST as it goes over the line. */
export function postText(path: string, headers: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
