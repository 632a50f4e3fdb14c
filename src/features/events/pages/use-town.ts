import { useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import { isFailure } from '#client.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { EventValues } from './event-values.ts'

/** What a form begins with: another country or zone was chosen by hand, and stays. */
const usualZones = new Set([businessTimeZone, 'Atlantic/Canary'])

type Town = { country: string; province: string; timeZone: string }
type SetValue = <K extends keyof EventValues>(name: K, value: EventValues[K]) => void

/**
 * Completes country, province and zone by the city, once it is left; what another city had completed goes with that city. Of a city
 * that nobody knows, only what was completed is taken back: what somebody chose stays.
 */
export function useTown(portalId: string, values: EventValues, set: SetValue) {
  const { api } = useRouteContext({ from: '__root__' })
  const asked = useRef(values.city.trim())
  const completed = useRef<Town>(undefined)
  return async () => {
    const name = values.city.trim()
    const own = values.country === 'ES' || values.country === completed.current?.country
    if (name === asked.current || !own) return
    asked.current = name
    const answer = name ? await api.events.findTown({ portalId, name }) : { town: null }
    // Somebody has gone on typing, or there is no line: the province stays a field to fill in.
    if (isFailure(answer) || asked.current !== name) return
    fillIn(answer.town)
  }

  function fillIn(town: Town | null) {
    const before = completed.current
    if (!town && values.province !== before?.province) return
    completed.current = town ?? undefined
    set('country', town?.country ?? 'ES')
    set('province', town?.province ?? '')
    const usual = usualZones.has(values.timeZone) || values.timeZone === before?.timeZone
    if (usual) set('timeZone', town?.timeZone ?? businessTimeZone)
  }
}
