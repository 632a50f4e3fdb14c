import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { inOwnProcess } from '#platform/own-process.ts'
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
    /** The folder of the world that all of them began with, which no program runs on; see `freshWorld` in lane.ts. */
    journeyWorld: string
  }
}

/** One program, world and mail server for each worker's journeys; each journey makes what it changes. */
export default async function setup(project: TestProject) {
  // Two programs that begin at once on a stale build would both make one, in the same place.
  await inOwnProcess(new URL('../bin/build.ts', import.meta.url), { args: ['--stale'] })
  const world = await makeFolder(45)
  const workers = Array.from({ length: project.config.maxWorkers })
  const lanes = await Promise.all(workers.map(async () => startLane(await copyFolder(world))))
  project.provide('journeyWorld', world)
  project.provide(
    'lanes',
    lanes.map(({ origin, mailbox }) => ({ origin, mailbox })),
  )
  return async () => {
    await Promise.all(lanes.map(({ stop }) => stop()))
    await rm(world, { recursive: true, force: true })
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
