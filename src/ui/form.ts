import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Failure, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { useOnline, useSaysOffline } from './offline.ts'
import { closeDone, toast } from './toast.tsx'
import { useKeptTyping } from './use-kept-typing.ts'

/** A form's state between the person and an API call. */
export interface Form<V> {
  values: V
  /** What was loaded or saved last. */
  base: V
  set: <K extends keyof V>(name: K, value: V[K]) => void
  /** Names of the fields that differ from what was loaded or saved last. */
  changed: (keyof V)[]
  /** One sentence a field, in the reader's language, by the field's name in the API (`title.es`). */
  errors: Record<string, string>
  /** What is wrong with the whole, when no field is to blame. */
  problem: string | undefined
  busy: boolean
  /** Begins anew; what was typed while the call before it was under way stays in the form, not saved. */
  reset: (values?: V) => void
  /**
   * Calls, shows what the API refuses, and gives the answer when it went well. Not while a field cannot read what it holds.
   * `meets` answers true for a refusal that it deals with itself: of that nothing is shown.
   */
  send: <T>(
    call: () => Promise<Result<T>>,
    meets?: (refusal: Failure | undefined) => Promise<boolean>,
  ) => Promise<T | undefined>
  /** For the form element: the first wrong field gets the focus. */
  ref: RefObject<HTMLFormElement | null>
}

/** A form of a dialog, or one of several of a page: fields (`useFields`) in which what was typed outlives the session's end. */
export function useForm<V extends object>(initial: V, generic: string): Form<V> {
  const form = useFields(initial, generic)
  useKeptTyping(
    () => ({ base: form.base, mine: form.values }),
    (kept) => {
      const [base, mine] = [kept.base as V, kept.mine as V]
      for (const name of Object.keys(mine) as (keyof V)[])
        if (!same(mine[name], base[name])) form.set(name, mine[name])
      toast(m['ui.kept.back']())
    },
    initial,
  )
  return form
}

/**
 * Starts a form with these values, or with those that differ from them already; rules live in the API alone, so that both
 * never disagree.
 */
export function useFields<V extends object>(initial: V, generic: string, differing: V = initial): Form<V> {
  const [base, setBase] = useState(initial)
  const [values, setValues] = useState(differing)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<string>()
  const [cutOff, setCutOff] = useState(false)
  const online = useOnline()
  // Not saved for want of a connection is true until there is one.
  useEffect(() => {
    if (online) setCutOff(false)
  }, [online])
  useSaysOffline(cutOff)
  const [busy, setBusy] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  const latest = useRef(values)
  latest.current = values
  const meanwhile = useRef<Partial<V>>({})

  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    const unseen = unseenIn(ref.current, errors)
    if (unseen) setProblem(unseen)
  }, [errors])

  const keepTypedSince = (sent: V) => {
    const now = Object.entries(latest.current) as [keyof V, V[keyof V]][]
    meanwhile.current = Object.fromEntries(
      now.filter(([name, value]) => !same(value, sent[name])),
    ) as Partial<V>
    // The form begins anew at once, if it does because of this call.
    setTimeout(() => {
      meanwhile.current = {}
    })
  }
  const refuse = (failure: Failure | undefined) => {
    const said = typeof failure?.error === 'object' ? failure.error : undefined
    setErrors(said?.fields ?? {})
    closeDone()
    const offline = !said && typeof navigator !== 'undefined' && navigator.onLine === false
    setCutOff(offline)
    setProblem(said?.fields || offline ? undefined : (said?.message ?? generic))
  }

  return {
    values,
    base,
    set: (name, value) => {
      setValues((now) => ({ ...now, [name]: value }))
      setErrors((now) => withoutField(now, String(name)))
    },
    changed: (Object.keys(values) as (keyof V)[]).filter((name) => !same(values[name], base[name])),
    errors,
    problem: cutOff ? m['ui.offline.notSaved']() : problem,
    busy,
    reset: (next = base) => {
      setBase(next)
      setValues({ ...next, ...meanwhile.current })
      setErrors({})
      setProblem(undefined)
      setCutOff(false)
    },
    send: async (call, meets) => {
      if (holdsUnread(ref.current)) return undefined
      setBusy(true)
      // What was said of the save before is of the past.
      closeDone()
      const result = await call()
      const met = isFailure(result) && (await meets?.(result))
      setBusy(false)
      if (isFailure(result)) {
        if (!met) refuse(result)
        return undefined
      }
      setErrors({})
      setProblem(undefined)
      keepTypedSince(values)
      return result
    },
    ref,
  }
}

/** A field that cannot read what was typed says so itself, better than the API could, and is where the person goes on. */
function holdsUnread(form: HTMLFormElement | null): boolean {
  const unread = [...(form?.elements ?? [])].find(
    (field): field is HTMLInputElement => field instanceof HTMLInputElement && field.validity.customError,
  )
  unread?.checkValidity()
  unread?.focus()
  return unread !== undefined
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What is wrong with something that the form has no field for is said of the whole. */
function unseenIn(form: HTMLFormElement | null, errors: Record<string, string>): string {
  const seen = form?.textContent ?? ''
  return [...new Set(Object.values(errors))].filter((sentence) => !seen.includes(sentence)).join(' ')
}

/** A field that is being corrected, and the parts of it, no longer complain. */
const withoutField = (errors: Record<string, string>, name: string) =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => field !== name && !field.startsWith(`${name}.`)),
  )
