export interface Reason {
  /** How its file ends. */
  file: string
  /** A part of what it changes. */
  change: string
  /** A part of its line or the next, where the file could be wrong in the same way elsewhere. */
  on?: string
  reason: string
}

export const oneRow = 'A sum without groups always answers one row: the fallback is for the compiler.'
