import { statSync } from 'node:fs'
import { count, say } from './import-words.ts'

export interface Progress {
  bytes: number
  rows: number
  phase: 'read' | 'merge' | 'rollup'
}

const words = { read: 'reading', merge: 'merging', rollup: 'rolling' } as const

/** A bar with rate and time left on the terminal; nothing where nobody watches. */
export function progressBar(path: string): { show: (progress: Progress) => void; end: () => void } {
  const out = process.stderr
  if (!out.isTTY) return { show: () => {}, end: () => {} }
  const size = statSync(path).size || 1
  const started = Date.now()
  let drawn = 0
  let phase = ''
  return {
    show: (progress) => {
      const now = Date.now()
      if (now - drawn < 100 && progress.phase === phase) return
      drawn = now
      phase = progress.phase
      out.write(`\r\u001b[K${lineOf(progress, Math.min(1, progress.bytes / size), (now - started) / 1000)}`)
    },
    end: () => out.write('\r\u001b[K'),
  }
}

function lineOf({ rows, phase }: Progress, part: number, seconds: number): string {
  const width = 24
  const full = Math.round(width * (phase === 'read' ? part : 1))
  const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`
  const rate = seconds > 0 ? Math.round(rows / seconds) : 0
  const left =
    phase === 'read' && part > 0.01 ? `  ${clock((seconds * (1 - part)) / part)} ${say('left')}` : ''
  return `${say(words[phase])} ${bar} ${Math.round(part * 100)} %  ${count(rows)}  ${count(rate)} ${say('rows')}${left}`
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`
