import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Change, changeOf, failureCode, isFailure, type Result } from '#client.ts'
import { Conflict } from './conflict.tsx'
import { type Form, useForm } from './form.ts'
import type { Meeting } from './meet-newer.ts'
import { meet } from './met-edits.ts'
import { Notice } from './notice.tsx'

interface MetForm<V, Own, Entity, Saved> {
  /** Null for a new one. */
  entity: Entity | null
  valuesOf: (entity: Entity | null) => V
  /** What stands in the form and is nothing of the entity's: a password, the kind of a new one. */
  own?: Own
  /** Calls the API: an edit of the version that is known, or a create. */
  write: (values: V & Own, known: Entity | null) => Promise<Result<Saved>>
  /** Reads what is there by now. */
  read: (known: Entity) => Promise<Result<Entity>>
  failed: string
  /** What fields are called where two edits of them meet. */
  names: Partial<Record<keyof V, () => string>>
  /** How values are said that are keys of something. */
  says?: Partial<Record<keyof V, (value: never) => string>>
}

/**
 * For what is edited within a dialog or a part of a page. When somebody else was faster, or the page behind it has come
 * to know a newer version, that one meets what was typed: nothing is lost, and what both changed is chosen by field.
 */
export function useMetForm<
  V extends object,
  Entity extends { version: number },
  Saved,
  Own extends object = object,
>(
  options: MetForm<V, Own, Entity, Saved>,
): {
  form: Form<V & Own>
  send: () => Promise<Saved | undefined>
  /** Where the form stays: it goes on from what it has saved, which the page behind it is still to load. */
  goOn: (saved: Entity) => void
  conflict: ReactNode
} {
  const { entity, valuesOf, own, write, read, failed, names, says } = options
  const [known, setKnown] = useState(entity)
  const [meeting, setMeeting] = useState<Meeting<V>>()
  const form = useForm({ ...valuesOf(entity), ...own } as V & Own, failed)

  const meetWith = (newer: Entity, change: Change | undefined): Meeting<V> => {
    // From what was saved last: who types on during their own save meets nobody.
    const met = meet(form.base, form.values, valuesOf(newer))
    form.reset({ ...form.values, ...valuesOf(newer) })
    for (const field of Object.keys(met.values) as (keyof V)[])
      form.set(field, met.values[field] as (V & Own)[keyof V])
    setKnown(newer)
    return { met, change }
  }
  const latest = useRef(meetWith)
  latest.current = meetWith
  const version = known?.version ?? 0
  useEffect(() => {
    if (!entity || entity.version <= version) return
    const met = latest.current(entity, undefined)
    setMeeting((now) => (met.met.clashes.length > 0 ? met : now))
  }, [entity, version])

  const send = async () => {
    const saved = await form.send(
      () => write(form.values, known),
      async (refusal) => {
        if (!known || failureCode(refusal) !== 'stale') return false
        const newer = await read(known)
        if (isFailure(newer)) return false
        setMeeting(meetWith(newer, changeOf(refusal)))
        return true
      },
    )
    if (saved) setMeeting(undefined)
    return saved
  }
  const conflict = meeting ? (
    <Notice kind="info">
      <Conflict
        key={version}
        {...meeting}
        names={names}
        {...(says ? { says } : {})}
        onPick={(field, value) => form.set(field, value as (V & Own)[keyof V])}
      />
    </Notice>
  ) : undefined
  const goOn = (saved: Entity) => {
    setKnown(saved)
    form.reset({ ...form.values, ...valuesOf(saved) })
  }
  return { form, send, goOn, conflict }
}

/** One row of a list that is answered page by page; `undefined`, a failure like others, where it is there no longer. */
export async function rowOf<Row extends { id: string }>(
  id: string,
  list: (page: number) => Promise<Result<{ items: Row[]; total: number; pageSize: number }>>,
): Promise<Result<Row>> {
  for (let page = 1; ; page++) {
    const found = await list(page)
    if (isFailure(found)) return found
    const row = found.items.find((one) => one.id === id)
    if (row || page * found.pageSize >= found.total) return row
  }
}
