import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CallOptions, type Change, changeOf, failureCode, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Conflict } from './conflict.tsx'
import { focusTitle } from './cursor.ts'
import { type Form, useFields } from './form.ts'
import { localized } from './localized.ts'
import { type Met, meet } from './met-edits.ts'
import { focusedField } from './same-field.ts'
import { toast } from './toast.tsx'
import { useKeptTyping } from './use-kept-typing.ts'
import { sayFailed, useUndo } from './use-undoable.ts'

type EditOptions = Pick<CallOptions, 'version' | 'onRequest'>

interface EntityForm<V, Entity> {
  /** Null for a new one. */
  entity: Entity | null
  valuesOf: (entity: Entity | null) => V
  /** Calls the API: an edit, which hands its options on, or a create. */
  write: (values: V, options: EditOptions) => Promise<Result<Entity>>
  /**
   * How an edit is taken back from its toast: its call is one that is declared as `undoable`, or what was there is written
   * once more, from the version that the edit made.
   */
  undo?: 'change' | 'again'
  words: Record<'failed' | 'saved', () => string> & { created?: () => string }
  /** What fields are called where two edits of them meet. */
  names?: Partial<Record<keyof V, () => string>>
  /** Where a new one leads. */
  list?: string
  /** Where it leads instead, if there is more to be done to it: its own page. */
  pageOf?: (made: Entity) => string
}

/** Says whether it is saved. Whoever is `leaving` already knows where to: a new one leads nowhere then. */
export type Save = (leaving?: boolean) => Promise<boolean>

interface Edit {
  base: object
  mine: () => object
  change: Change | undefined
  /** It was saved, and is typed on: nobody else is to be spoken of. */
  saved?: true
  loaded?: true
  /** A save that was asked for before that: of the form that comes. */
  next?: ((save: Save) => void) | undefined
}

/** Edits by the address of their page, while the version is being loaded that follows: theirs, or one's own. */
const edits = new Map<string, Edit>()

/** What a form begins with that takes the place of one in which something is not saved. */
function beginningOf<V extends object>(pathname: string, theirs: V | undefined) {
  const edit = edits.get(pathname)
  if (!edit || !theirs) return undefined
  const met = meet(edit.base as V, edit.mine() as V, theirs)
  const silent = edit.saved && met.clashes.length === 0
  return {
    values: met.values,
    meeting: silent ? undefined : { met, change: edit.change },
    goOn: edit.saved ? focusedField() : undefined,
    edit,
  }
}

/**
 * A form for one entity, new or old: one create however often the button is pressed, an edit from the version that one
 * has seen. When somebody else was faster, their version is loaded and meets what was typed: nothing of it is lost, and
 * what both changed is chosen field by field. Its page gives the form a new key with each version (`versionKey`).
 */
export function useEntityForm<V extends object, Entity extends { version: number }>(
  options: EntityForm<V, Entity>,
): { form: Form<V>; save: Save; problem: ReactNode } {
  const { entity, valuesOf, write, undo, words, names = {}, list, pageOf } = options
  const router = useRouter()
  const { pathname } = useLocation()
  const [beginning] = useState(() => beginningOf(pathname, entity ? valuesOf(entity) : undefined))
  const [meeting, setMeeting] = useState<{ met: Met<V>; change: Change | undefined } | undefined>(
    beginning?.meeting,
  )
  const [gone, setGone] = useState(false)
  const fields = useFields(valuesOf(entity), words.failed(), beginning?.values)
  // What has met is met once: whoever comes back later starts with what there is.
  useEffect(() => {
    if (!beginning) return
    edits.delete(pathname)
    beginning.goOn?.(fields.ref.current)
    passOn(beginning.edit, latest.current)
  }, [beginning, pathname, fields.ref])
  useEffect(
    () => () => {
      if (edits.get(pathname)?.saved) edits.delete(pathname)
    },
    [pathname],
  )
  const typed = useRef(fields.values)
  typed.current = fields.values
  /** What was saved last, which the page may not know. */
  const newest = useRef<Entity>(undefined)
  const [leads, setLeads] = useState(false)
  useTakesNothing(fields.ref, leads)
  const form: Form<V> = {
    ...fields,
    set: (name, value) => {
      if (!leads) fields.set(name, value)
    },
    reset: (values) => {
      setMeeting(undefined)
      fields.reset(values)
    },
  }

  useKeptTyping(
    () => ({ base: fields.base, mine: fields.values }),
    (kept) => {
      const theirs = valuesOf(entity)
      const met = meet(kept.base as V, kept.mine as V, theirs)
      for (const field of [...met.again, ...met.clashes.map((clash) => clash.field)])
        form.set(field, met.values[field])
      if (met.clashes.length > 0) setMeeting({ met, change: undefined })
      else if (met.again.length > 0) toast(m['ui.kept.back']())
    },
  )

  const undoChange = useUndo()
  const writeAgain = async (values: V, version: number) => {
    const back = await write(values, { version })
    if (isFailure(back)) sayFailed(back)
    else toast(m['ui.undo.done']())
    await router.invalidate()
  }
  const takenBack = (before: Entity | null, saved: Entity, requestId: string | undefined) => {
    if (!before || !undo || !requestId) return {}
    const run = () =>
      void (undo === 'change' ? undoChange(requestId) : writeAgain(valuesOf(before), saved.version))
    return { action: { label: m['ui.undo.verb'](), run } }
  }

  const save: Save = async (leaving = false) => {
    const loading = edits.get(pathname)
    if (loading?.saved && !loading.loaded)
      return new Promise((done) => {
        loading.next = (later) => void later(leaving).then(done)
      })
    setGone(false)
    // With «Deshacer» it outlives what closes other words, and a refusal would stand beside it.
    unsay?.()
    let requestId: string | undefined
    // What is typed while a new one is made would go with its form.
    setLeads(!entity && (leaving || list !== undefined))
    const onRequest = (id: string) => {
      requestId = id
    }
    const from = entity && (newest.current ?? entity)
    const saved = await form.send(
      () => write(form.values, from ? { version: from.version, onRequest } : {}),
      async (refusal) => {
        const code = failureCode(refusal)
        if (entity && code === 'notFound') setGone(true)
        if (code !== 'stale') return code === 'notFound' && entity !== null
        const mine = () => typed.current
        edits.set(pathname, { base: valuesOf(from), mine, change: changeOf(refusal) })
        await router.invalidate()
        return true
      },
    )
    if (!saved) {
      setLeads(false)
      return false
    }
    const began = valuesOf(saved)
    form.reset(began)
    unsay = toast(
      (entity ? words.saved : (words.created ?? words.saved))(),
      takenBack(from, saved, requestId),
    )
    if (entity || !list || leaving) {
      // Who types on while it is saved, and while the page is loaded once more, goes on in the form that comes.
      const edit: Edit = { base: began, mine: () => typed.current, change: undefined, saved: true }
      newest.current = saved
      if (entity && !leaving) edits.set(pathname, edit)
      await router.invalidate()
      edit.loaded = true
      // Where no newer version came, the form stays and goes on from what it has saved.
      setTimeout(() => passOn(edit, latest.current), drawnMs)
    } else {
      await router.navigate({ to: pageOf?.(saved) ?? list, ignoreBlocker: true })
      focusTitle()
      setLeads(false)
    }
    return true
  }
  const latest = useRef(save)
  latest.current = save
  const problem = meeting ? (
    <Conflict
      {...meeting}
      names={names}
      onPick={(field, value) => form.set(field, value as V[typeof field])}
    />
  ) : gone ? (
    <>
      {m['ui.gone.text']()} <a href={localized('/account/activity?deleted=1')}>{m['ui.gone.deleted']()}</a>
    </>
  ) : (
    form.problem
  )
  return { form, save, problem }
}

/** By then a form that has come is on screen. */
const drawnMs = 200

/** Once: the form that takes the place, or the one that stays. */
function passOn(edit: Edit, save: Save) {
  edit.next?.(save)
  edit.next = undefined
}

/** While the form leads on, its fields keep the cursor and take no letters. */
function useTakesNothing(ref: Form<object>['ref'], leads: boolean) {
  useEffect(() => {
    const form = ref.current
    if (!form || !leads) return
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    const open = fields.filter((field) => !field.readOnly)
    form.setAttribute('aria-busy', 'true')
    for (const field of open) field.readOnly = true
    return () => {
      form.removeAttribute('aria-busy')
      for (const field of open) field.readOnly = false
    }
  }, [ref, leads])
}

/** Closes what was said of the save before; not in the form, which a newer version starts anew. */
let unsay: (() => void) | undefined
