import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { AppError, type FieldError, Unprocessable } from './errors.ts'
import { ownProgram } from './own-process.ts'

/**
 * Bytes that strangers made (calendars, sheets, pictures, videos, web pages) are read in processes of their own, with
 * limits of time and memory. Processes rather than threads: libvips is native code, which no thread can stop and whose
 * memory no heap limit counts; and what a killed process held goes back to the system. decisions/0041.
 */

/** What a reader asks for, by its name in `foreign-readers.ts`. Inputs and answers cross as structured clones. */
export interface ForeignTask {
  reader: string
  args: readonly unknown[]
}
/** Why a reader refused what it read: its own error, by its class's name and fields. */
export interface ForeignFault {
  name: string
  code?: string
  status?: number
  params?: Record<string, string | number>
  fields?: Record<string, FieldError>
}
export type ForeignAnswer = { output: unknown } | { fault: ForeignFault }

/** A reader refused its input; readers' own errors are told by `fault.name` and `fault.code`. */
export class ForeignRefusal extends Error {
  readonly fault: ForeignFault
  constructor(fault: ForeignFault) {
    super(`${fault.name} ${fault.code ?? ''}`)
    this.fault = fault
  }
}

/** Each limit of one task, and how many may run and wait. */
export const foreignLimits = {
  deadlineMs: 3_500,
  memoryMb: 640,
  processes: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting: 24,
  /** A process without work ends after this time. */
  idleMs: 30_000,
  tasks: 500,
}
const heapMb = 256
const watchMs = 50

interface Waiting {
  task: ForeignTask
  resolve: (output: never) => void
  reject: (error: unknown) => void
}

const idle: { child: ChildProcess; tasks: number; timer: NodeJS.Timeout }[] = []
const waiting: Waiting[] = []
let running = 0

const tooMuch = () => new Unprocessable({ file: { code: 'files.tooDemanding' } })

/**
 * What the reader makes of its arguments.
 * @throws ForeignRefusal when the reader refuses it; AppError as a reader throws it; Unprocessable `files.tooDemanding` by
 * the field `file` when it takes more time or memory than anything honest; 503 when too many wait.
 */
export function readForeign<T>(reader: string, ...args: readonly unknown[]): Promise<T> {
  return new Promise((resolve, reject) => {
    if (waiting.length >= foreignLimits.waiting)
      return reject(new AppError(503, 'readersBusy', { headers: { 'Retry-After': '5' } }))
    waiting.push({ task: { reader, args }, resolve, reject })
    next()
  })
}

function next(): void {
  if (running >= foreignLimits.processes) return
  const one = waiting.shift()
  if (!one) return
  running++
  void work(one).finally(() => {
    running--
    next()
  })
}

function start(): ChildProcess {
  return fork(ownProgram('foreign-readers'), [], {
    serialization: 'advanced',
    // Neither secrets nor the database's address are known there.
    env: { NODE_ENV: 'production' },
    execArgv: [`--max-old-space-size=${heapMb}`, '--no-warnings'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

async function work({ task, resolve, reject }: Waiting): Promise<void> {
  const kept = idle.pop()
  if (kept) clearTimeout(kept.timer)
  const child = kept?.child ?? start()
  child.ref()
  child.channel?.ref()
  const tasks = (kept?.tasks ?? 0) + 1
  const answer = await ask(child, task)
  if (!answer || tasks >= foreignLimits.tasks) child.kill('SIGKILL')
  else rest(child, tasks)
  if (!answer) return reject(tooMuch())
  if ('output' in answer) return resolve(answer.output as never)
  const { fault } = answer
  if (fault.name !== 'AppError' || !fault.status || !fault.code) return reject(new ForeignRefusal(fault))
  const { status, code, params = {}, fields } = fault
  reject(new AppError(status, code, { params, ...(fields ? { fields } : {}) }))
}

/** Nobody is kept alive by a process that waits for work. */
function rest(child: ChildProcess, tasks: number): void {
  child.unref()
  child.channel?.unref()
  const timer = setTimeout(() => leave(child), foreignLimits.idleMs)
  timer.unref()
  idle.push({ child, tasks, timer })
  child.once('exit', () => leave(child))
}

function leave(child: ChildProcess): void {
  const at = idle.findIndex((one) => one.child === child)
  const [gone] = at < 0 ? [] : idle.splice(at, 1)
  if (gone) clearTimeout(gone.timer)
  child.kill('SIGKILL')
}

/** Undefined when the process ended or was ended for what it took. */
function ask(child: ChildProcess, task: ForeignTask): Promise<ForeignAnswer | undefined> {
  return new Promise((resolve) => {
    let over = false
    const finish = (answer: ForeignAnswer | undefined) => {
      if (over) return
      over = true
      clearTimeout(deadline)
      clearInterval(watch)
      child.removeAllListeners('message')
      child.removeAllListeners('exit')
      child.removeAllListeners('error')
      // What is killed may still fail to hear us.
      child.on('error', () => {})
      resolve(answer)
    }
    // Time counts from the first word of the process: a busy machine starts it slowly, and that is nobody's file.
    let deadline = setTimeout(() => finish(undefined), foreignLimits.deadlineMs * 3)
    const watch = setInterval(() => {
      void residentMb(child.pid).then((mb) => {
        if (mb > foreignLimits.memoryMb) finish(undefined)
      })
    }, watchMs)
    child.on('message', (said: ForeignAnswer | 'ready') => {
      if (said !== 'ready') return finish(said)
      clearTimeout(deadline)
      deadline = setTimeout(() => finish(undefined), foreignLimits.deadlineMs)
    })
    child.once('exit', () => finish(undefined))
    child.on('error', () => finish(undefined))
    child.send({ ...task, deadlineMs: foreignLimits.deadlineMs }, (error) => {
      if (error) finish(undefined)
    })
  })
}

/** Memory of a process with all that is native; unknown, and so unlimited but for the heap, outside Linux. */
async function residentMb(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return (Number(text.split(' ')[1] ?? 0) * 4096) / 1024 / 1024
}
