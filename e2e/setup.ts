import type { TestProject } from 'vitest/node'
import { startMailbox } from './mailbox.ts'
import { copyFolder, makeFolder, startProgram } from './program.ts'

/** What the files of one worker talk to. */
export interface Lane {
  origin: string
  /** Where to ask for the mails that the program has sent; see mailbox.ts. */
  mailbox: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker. */
    lanes: Lane[]
  }
}

/** One program, world and mail server for each worker's journeys; each journey makes what it changes. */
export default async function setup(project: TestProject) {
  const world = await makeFolder(45)
  const folders = [world]
  while (folders.length < project.config.maxWorkers) folders.push(await copyFolder(world))
  const lanes = await Promise.all(folders.map(startLane))
  project.provide(
    'lanes',
    lanes.map(({ origin, mailbox }) => ({ origin, mailbox })),
  )
  return async () => {
    await Promise.all(lanes.map(({ stop }) => stop()))
  }
}

async function startLane(folder: string) {
  const mailbox = await startMailbox()
  const program = await startProgram(folder, {
    SMTP_URL: mailbox.smtp,
    REDIRECT_HOSTS: 'entradas.example',
  }).catch(async (error: unknown) => {
    await mailbox.stop()
    throw error
  })
  const stop = async () => {
    await program.stop()
    await mailbox.stop()
  }
  return { origin: program.origin, mailbox: mailbox.http, stop }
}
