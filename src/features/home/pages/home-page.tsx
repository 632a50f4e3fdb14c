import { createFileRoute } from '@tanstack/react-router'

/** Nobody stays here: the access rules send everyone on, to sign in or to the first entry of their menu. */
export const Route = createFileRoute('/')({ component: () => null })
