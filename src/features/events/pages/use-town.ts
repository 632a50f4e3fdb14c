import { useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import { isFailure } from '#client.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { EventValues } from './event-values.ts'

/** Zones that a town of Spain may have: another one was chosen by hand, for a stage elsewhere. */
const spanishZones = new Set([businessTimeZone, 'Atlantic/Canary'])

type SetValue = <K extends keyof EventValues>(name: K, value: EventValues[K]) => void

/**
 * Completes province and zone by the city, once it is left; what another city had completed goes with that city. Of a city
 * that nobody knows, only what was completed is taken back: what somebody chose stays.
 */
export function useTown(portalId: string, values: EventValues, set: SetValue) {
  const { api } = useRouteContext({ from: '__root__' })
  const asked = useRef(values.city.trim())
  const completed = useRef<string>(undefined)
  return async () => {
    const name = values.city.trim()
    if (name === asked.current || values.country !== 'ES') return
    asked.current = name
    const answer = name ? await api.events.findTown({ portalId, name }) : { town: null }
    // Somebody has gone on typing, or there is no line: the province stays a field to fill in.
    if (isFailure(answer) || asked.current !== name) return
    const { town } = answer
    if (!town && values.province !== completed.current) return
    completed.current = town?.province
    set('province', town?.province ?? '')
    if (town && spanishZones.has(values.timeZone)) set('timeZone', town.timeZone)
  }
}
