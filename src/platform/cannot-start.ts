/** A start that cannot go on, in one sentence. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}
