import type { ComponentType } from 'react'
import type { SecondStepProps } from './second-step.tsx'

/** The step after the password, which most people never load: known once somebody's address asks for it. */
export const laterStep: { component?: ComponentType<SecondStepProps> } = {}

export async function loadLaterStep(): Promise<void> {
  laterStep.component ??= (await import('./second-step.tsx')).default
}

/** Does this address ask for it? What the server has rendered hears no click until its script is there. */
export const asksForStep = ({ pathname, search }: Location): boolean =>
  pathname.endsWith('/login') && new URLSearchParams(search).has('step')
