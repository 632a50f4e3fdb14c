const listeners = new Set<() => void>()

/** Calls whenever something in the inbox was read, unread or acknowledged on this page; answers how to stop. */
export function onInboxChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says that something in the inbox has changed. */
export function inboxChanged() {
  for (const listener of listeners) listener()
}
