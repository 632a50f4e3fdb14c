import { Worker } from 'node:worker_threads'
import { AppError } from '#platform/errors.ts'
import type { ForeignAnswer, ForeignFault, ForeignTask } from '#platform/foreign.ts'

/**
 * The process in which `platform/foreign.ts` has strangers' bytes read: one task at a time. It is killed from outside
 * when it takes too long; should nobody be left to do that, it does so itself.
 */

type Reader = (...args: never[]) => unknown
const readers: Record<string, () => Promise<Reader>> = {
  bankStatement: async () =>
    (await import('#features/billing/server/read-bank-statement.ts')).readBankStatement,
  calendar: async () => (await import('#features/events/server/read-calendar.ts')).readCalendar,
  certificate: async () => (await import('#features/billing/server/read-pkcs12.ts')).readPkcs12,
  preview: async () => (await import('#features/links/server/preview-page.ts')).readPreview,
  orders: async () => (await import('#features/orders/server/vet-file.ts')).vetFile,
  ordersReading: async () => (await import('#features/orders/server/examine-file.ts')).examineFile,
  table: async () => (await import('#platform/read-table.ts')).readTable,
  picture: async () => (await import('#platform/draw-picture.ts')).drawPicture,
  video: async () => (await import('#platform/videos.ts')).remuxVideo,
}

// A thread, because a reader that hangs lets no timer of its own thread run.
const guard = new Worker(
  `let timer
  require('node:worker_threads').parentPort.on('message', (ms) => {
    clearTimeout(timer)
    if (ms) timer = setTimeout(() => process.kill(process.pid, 'SIGKILL'), ms)
  })`,
  { eval: true },
)
guard.unref()

const faultOf = (error: unknown): ForeignFault => {
  const { name, code, params } = error as ForeignFault & Error
  const { status, fields } = error instanceof AppError ? error : {}
  return {
    name: error instanceof AppError ? 'AppError' : name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(params ? { params } : {}),
    ...(status ? { status } : {}),
    ...(fields ? { fields } : {}),
  }
}

async function answer({ reader, args }: ForeignTask): Promise<ForeignAnswer> {
  try {
    const read = await readers[reader]?.()
    if (!read) throw new Error(`No reader ${reader}`)
    process.send?.('ready')
    return { output: await read(...(args as never[])) }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

process.on('message', async (task: ForeignTask & { deadlineMs: number }) => {
  guard.postMessage(task.deadlineMs * 4)
  const said = await answer(task)
  guard.postMessage(0)
  process.send?.(said)
})
process.on('disconnect', () => process.exit())
