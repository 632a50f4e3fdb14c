import type { TestProject } from 'vitest/node'
import { startMailbox } from './mailbox.ts'
import { startProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    /** Where to ask for the mails that the program has sent; see mailbox.ts. */
    mailbox: string
  }
}

/** One program and one mail server for all journeys; each makes what it changes. */
export default async function setup(project: TestProject) {
  const mailbox = await startMailbox()
  const program = await startProgram(45, {
    SMTP_URL: mailbox.smtp,
    REDIRECT_HOSTS: 'entradas.example',
  }).catch(async (error: unknown) => {
    await mailbox.stop()
    throw error
  })
  project.provide('origin', program.origin)
  project.provide('mailbox', mailbox.http)
  return async () => {
    await program.stop()
    await mailbox.stop()
  }
}
