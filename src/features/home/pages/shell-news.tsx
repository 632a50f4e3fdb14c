import { Link, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { AppNews } from '#features/app/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { Said } from './shell-said.ts'

export type News = Pick<AppNews, 'id' | 'title'>

/** That there is news, until it is closed or read. */
export function useNews(newest: News | undefined, path: string): Said | undefined {
  const { api } = useRouteContext({ from: '__root__' })
  const [seen, setSeen] = useState<string>()
  // Whoever reads them there has seen them.
  if (newest && newest.id !== seen && path === '/account/updates') setSeen(newest.id)
  if (!newest || newest.id === seen || path === '/account/updates') return undefined
  const close = () => {
    setSeen(newest.id)
    void api.app.updateStatus({ lastSeenId: newest.id })
  }
  return {
    id: 'news',
    kind: 'info',
    text: m['app.update.notice']({ title: newest.title[getLocale()] ?? newest.title.es }),
    way: (
      <Link to="/account/updates" onClick={close}>
        {m['app.update.see']()}
      </Link>
    ),
    close: { label: m['app.update.close'](), act: close },
  }
}
