import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Database } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { testServices } from '#testing/as.ts'
import type { SenderMeans } from './server/send.ts'

interface Got {
  id: string
  type: string
  data: Record<string, unknown>
  headers: Record<string, string>
  body: string
}

/** Somebody's program: keeps what it is told and answers as it is asked to, 204 where nothing is said. */
export async function startReceiver() {
  const got: Got[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const headers = request.headers as Record<string, string>
      const { type, data } = JSON.parse(body) as Pick<Got, 'type' | 'data'>
      got.push({ id: headers['webhook-id'] ?? '', type, data, headers, body })
      const status = answers.shift() ?? 204
      response
        .writeHead(status, status === 302 ? { location: '/elsewhere' } : {})
        .end(status === 204 ? undefined : 'no')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}/hook`,
    reach: [host],
    got,
    answers,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** What the specification's own library makes of a message. @throws for a signature that is not of this secret. */
export const verified = ({ body, headers }: Got, secret: string) => new Webhook(secret).verify(body, headers)

export const sending = (database: Database, reach: readonly string[]): SenderMeans => ({
  ...{ database, reach, log: createLog('silent') },
  ...{ secret: testServices.secret, appOrigin: testServices.appOrigin },
})
