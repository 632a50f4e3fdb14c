import { useRouteContext } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Failure, isFailure } from '#client.ts'
import type { Appearance, AppearanceState } from '#features/appearance/contract.ts'
import { contrastFaults } from '#features/appearance/contrast.ts'
import { sameAppearance } from '#features/appearance/same-appearance.ts'
import { m } from '#paraglide/messages.js'
import { type Meeting, meetNewer } from '#ui/meet-newer.ts'
import { meet } from '#ui/met-edits.ts'
import { toast } from '#ui/toast.tsx'
import { useKeptTyping } from '#ui/use-kept-typing.ts'

const saveAfterMs = 600
const stepsKept = 50

export interface Draft {
  values: Appearance
  change: (part: Partial<Appearance>) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  /** As the server last answered. */
  state: AppearanceState
  /** Something is not saved yet, or cannot be while it does not read well. */
  pending: boolean
  busy: boolean
  /** One sentence a field, by its name in the API. */
  errors: Record<string, string>
  problem: 'failed' | undefined
  /** Another draft was there first: both are in `values`, and wait where both changed the same until `settle`. */
  meeting: Meeting<Appearance> | undefined
  /** What is on screen is what is meant. */
  settle: () => void
  /** Saves now what is pending; false when it could not be. */
  flush: () => Promise<boolean>
  /** Takes the server's answer to another call as the new draft. */
  accept: (state: AppearanceState) => void
}

/** The draft on screen: each change is saved by itself a moment later, and can be undone. */
export function useDraft(portalId: string, loaded: AppearanceState): Draft {
  const { values, show, beginAt, undo, redo } = useSteps(loaded.draft)
  const { state, busy, errors, problem, meeting, save, settle, take, choose } = useSaving(portalId, loaded, {
    values,
    beginAt,
  })
  useKeptTyping(
    () => ({ base: state.draft, mine: values }),
    (kept) => {
      const met = meet(kept.base as Appearance, kept.mine as Appearance, state.draft)
      if (sameAppearance(met.values, state.draft)) return
      show(met.values)
      if (met.clashes.length > 0) choose({ met, change: undefined })
      else toast(m['ui.kept.back']())
    },
  )
  const undecided = (meeting?.met.clashes.length ?? 0) > 0
  const pending = !sameAppearance(values, state.draft)
  useEffect(() => {
    if (undecided || sameAppearance(values, state.draft)) return
    const timer = setTimeout(save, saveAfterMs)
    return () => clearTimeout(timer)
  }, [values, state.draft, save, undecided])

  return {
    ...{ values, undo, redo, state, pending, busy, errors, problem, meeting, settle },
    change: (part) => show({ ...values, ...part }),
    flush: save,
    accept: (next) => {
      take(next)
      if (!sameAppearance(next.draft, values)) show(next.draft)
    },
  }
}

/** What was on screen one step after the other, and where in that one stands. */
function useSteps(first: Appearance) {
  const [steps, setSteps] = useState({ all: [first], at: 0 })
  const step = (by: 1 | -1) =>
    steps.all[steps.at + by] ? () => setSteps(({ all, at }) => ({ all, at: at + by })) : undefined
  return {
    values: steps.all[steps.at] as Appearance,
    show: (next: Appearance) =>
      setSteps(({ all, at }) => ({
        all: [...all.slice(Math.max(0, at + 1 - stepsKept), at + 1), next],
        at: Math.min(at + 1, stepsKept),
      })),
    /** Nothing before it can be brought back. */
    beginAt: useCallback((next: Appearance) => setSteps({ all: [next], at: 0 }), []),
    undo: step(-1),
    redo: step(1),
  }
}

/** One save after the other, each from the version that the one before made; a draft that was there first is met. */
function useSaving(
  portalId: string,
  loaded: AppearanceState,
  { values, beginAt }: { values: Appearance; beginAt: (next: Appearance) => void },
) {
  const { api } = useRouteContext({ from: '__root__' })
  const [state, setState] = useState(loaded)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<Draft['problem']>()
  const [meeting, setMeeting] = useState<Meeting<Appearance>>()
  // What a save that is under way needs to know when it ends.
  const latest = useRef({ values, state })
  latest.current = { values, state }
  const saving = useRef<Promise<boolean>>(undefined)

  const refused = useCallback(
    async (refusal: Failure | undefined) => {
      const fields = typeof refusal?.error === 'object' ? (refusal.error.fields ?? {}) : {}
      setErrors(fields)
      const met = await meetNewer(refusal, {
        read: () => api.appearance.getAppearance({ portalId }),
        valuesOf: ({ draft }) => draft,
        typed: () => ({ base: latest.current.state.draft, mine: latest.current.values }),
      })
      setProblem(met || Object.keys(fields).length > 0 ? undefined : 'failed')
      if (!met) return
      const { newer, meeting } = met
      latest.current = { values: meeting.met.values, state: newer }
      setState(newer)
      setMeeting(meeting)
      beginAt(meeting.met.values)
    },
    [api, portalId, beginAt],
  )
  const take = useCallback((next: AppearanceState) => {
    setState(next)
    setErrors({})
    setProblem(undefined)
  }, [])
  const save = useCallback(async (): Promise<boolean> => {
    await saving.current
    const { values, state } = latest.current
    if (sameAppearance(values, state.draft)) return true
    if (contrastFaults(values.colors).length > 0) return false
    setBusy(true)
    const sent = api.appearance.updateAppearance({ portalId, ...values }, { version: state.version })
    const done = sent.then(async (result) => {
      setBusy(false)
      if (isFailure(result)) {
        await refused(result)
        return false
      }
      latest.current = { ...latest.current, state: result }
      take(result)
      return true
    })
    saving.current = done
    return done
  }, [api, portalId, refused, take])

  const settle = () => setMeeting(undefined)
  return {
    ...{ state, busy, errors, problem, meeting, save, settle },
    /** Waits until it is settled which of two drafts is meant. */
    choose: setMeeting,
    take: (next: AppearanceState) => {
      latest.current = { values: next.draft, state: next }
      take(next)
      settle()
    },
  }
}
