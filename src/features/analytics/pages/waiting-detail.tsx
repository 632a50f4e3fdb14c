import { useRouteContext, useRouterState } from '@tanstack/react-router'
import type { DetailKind } from '../choices.ts'
import { kinds } from './detail-kinds.ts'
import { DetailScreen } from './detail-screen.tsx'
import { readDetailSearch } from './detail-search.ts'
import { daysOf } from './period.ts'

/** A detail page while its answer is on the way: period and filters can be changed meanwhile, which asks anew. */
export default function WaitingDetail() {
  const { session, api } = useRouteContext({ from: '__root__' })
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const kind = pathname.split('/').at(-1) as DetailKind
  if (!(kind in kinds)) return null
  const wished = readDetailSearch(search as Record<string, unknown>)
  const loaded = { days: daysOf(wished, new Date()), answer: undefined, options: undefined }
  return <DetailScreen {...{ kind, session, api, loaded }} search={wished} waiting />
}
