import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A mail as its reader's program shows it. */
export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailbox {
  /** Where the program sends mail. */
  smtp: string
  /** Where journeys, which run in another process, read it. */
  http: string
  stop(): Promise<void>
}

/** A real mail server that keeps what it gets. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const { subject = '', text = '', html = '' } = await PostalMime.parse(Buffer.concat(parts))
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, subject, text, html })
        done()
      })
    },
  })
  const http = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to')
    response.end(JSON.stringify(mails.filter((mail) => mail.to === to)))
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', () => resolve()))
  const portOf = (address: unknown) => (address as AddressInfo).port
  return {
    smtp: `smtp://127.0.0.1:${portOf(smtp.server.address())}`,
    http: `http://127.0.0.1:${portOf(http.address())}`,
    stop: async () => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }
}

/** The first mail that comes to the address; jobs send within seconds. */
export async function mailTo(mailbox: string, address: string): Promise<ReceivedMail> {
  for (let tries = 0; tries < 100; tries++) {
    const found = (await (
      await fetch(`${mailbox}/?to=${encodeURIComponent(address)}`)
    ).json()) as ReceivedMail[]
    if (found[0]) return found[0]
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`No mail has come to ${address}.`)
}
