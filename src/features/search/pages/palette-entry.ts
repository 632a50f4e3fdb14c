import type { Hit } from '../contract.ts'

/** One line of the palette. */
export interface Entry {
  key: string
  title: string
  detail: string
  icon: string
  /** Where it leads … */
  link?: string
  /** … or what it does. */
  run?: () => void | Promise<void>
  hit?: Hit
}
export interface Group {
  id: string
  title: string
  entries: Entry[]
}
