import { useRouteContext } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Change, changeOf, failureCode, isFailure } from '#client.ts'
import type { Appearance, AppearanceState } from '#features/appearance/contract.ts'
import { contrastFaults } from '#features/appearance/contrast.ts'
import { sameAppearance } from '#features/appearance/same-appearance.ts'
import { type Met, meet } from '#ui/met-edits.ts'

const saveAfterMs = 600
const stepsKept = 50

export interface Meeting {
  met: Met<Appearance>
  change: Change | undefined
}

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
  meeting: Meeting | undefined
  /** What is on screen is what is meant. */
  settle: () => void
  /** Saves now what is pending; false when it could not be. */
  flush: () => Promise<boolean>
  /** Takes the server's answer to another call as the new draft. */
  accept: (state: AppearanceState) => void
}

/** The draft on screen: each change is saved by itself a moment later, and can be undone. */
export function useDraft(portalId: string, loaded: AppearanceState): Draft {
  const { api } = useRouteContext({ from: '__root__' })
  const [state, setState] = useState(loaded)
  const [steps, setSteps] = useState({ all: [loaded.draft], at: 0 })
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState<Draft['problem']>()
  const [meeting, setMeeting] = useState<Meeting>()
  const values = steps.all[steps.at] as Appearance
  // What a save that is under way needs to know when it ends.
  const latest = useRef({ values, state })
  latest.current = { values, state }
  const saving = useRef<Promise<boolean>>(undefined)
  const pending = !sameAppearance(values, state.draft)

  /** Brings the draft that was there first and this one together. */
  const meetNewer = useCallback(
    async (change: Change | undefined) => {
      const newer = await api.appearance.getAppearance({ portalId })
      if (isFailure(newer)) return setProblem('failed')
      const { values, state } = latest.current
      const met = meet(state.draft, values, newer.draft)
      latest.current = { values: met.values, state: newer }
      setState(newer)
      setProblem(undefined)
      setMeeting({ met, change })
      setSteps({ all: [met.values], at: 0 })
    },
    [api, portalId],
  )

  const save = useCallback(async (): Promise<boolean> => {
    await saving.current
    const { values, state } = latest.current
    if (sameAppearance(values, state.draft)) return true
    if (contrastFaults(values.colors).length > 0) return false
    setBusy(true)
    const sent = api.appearance.updateAppearance({ portalId, ...values }, { version: state.version })
    const done = sent.then((result) => {
      setBusy(false)
      if (isFailure(result)) {
        const fields = typeof result?.error === 'object' ? (result.error.fields ?? {}) : {}
        setErrors(fields)
        if (failureCode(result) === 'stale') return meetNewer(changeOf(result)).then(() => false)
        setProblem(Object.keys(fields).length > 0 ? undefined : 'failed')
        return false
      }
      setErrors({})
      setProblem(undefined)
      latest.current = { ...latest.current, state: result }
      setState(result)
      return true
    })
    saving.current = done
    return done
  }, [api, portalId, meetNewer])

  const undecided = (meeting?.met.clashes.length ?? 0) > 0
  useEffect(() => {
    if (undecided || sameAppearance(values, latest.current.state.draft)) return
    const timer = setTimeout(save, saveAfterMs)
    return () => clearTimeout(timer)
  }, [values, save, undecided])

  const show = (next: Appearance) =>
    setSteps(({ all, at }) => ({
      all: [...all.slice(Math.max(0, at + 1 - stepsKept), at + 1), next],
      at: Math.min(at + 1, stepsKept),
    }))
  const step = (by: 1 | -1) =>
    steps.all[steps.at + by] ? () => setSteps(({ all, at }) => ({ all, at: at + by })) : undefined

  return {
    values,
    change: (part) => show({ ...values, ...part }),
    undo: step(-1),
    redo: step(1),
    state,
    pending,
    busy,
    errors,
    problem,
    meeting,
    settle: () => setMeeting(undefined),
    flush: save,
    accept: (next) => {
      latest.current = { values: next.draft, state: next }
      setState(next)
      setErrors({})
      setProblem(undefined)
      setMeeting(undefined)
      if (!sameAppearance(next.draft, values)) show(next.draft)
    },
  }
}
