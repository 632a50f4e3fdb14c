export type Fields = Record<string, unknown>
/** Calls an operation by its full name as super staff, and answers status and body. */
export type Send = (
  name: string,
  input: Fields,
  version?: number,
) => Promise<{ status: number; body: Fields }>

/** What two people want to change at the same moment. */
export interface Racer {
  /** What they see before: the ids of the path with fields that both send alike, and the version. */
  fresh: (send: Send, round: number) => Promise<{ input: Fields; version: number }>
  /** What each of them writes; nothing where both say the same and only one may. */
  mark?: (side: 0 | 1, round: number) => Fields
  /** Where it is read again, and what of the answer shows the marks. */
  read: string
  seen?: (body: Fields) => Fields
  /** What the other one is told; 412 where nothing is said. */
  refused?: 409 | 412
}
