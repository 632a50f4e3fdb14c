import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Page, TrailLink } from '#ui/page.tsx'
import classes from './app.module.css'

/** What has changed in Backline lately, as staff tell it. */
export const Route = createFileRoute('/_app/account/updates')({
  loader: ({ context }) => context.api.app.appUpdates({}),
  head: () => ({ meta: [{ title: `${m['app.news.title']()} · Backline` }] }),
  component: NewsPage,
})

function NewsPage() {
  const news = Route.useLoaderData()
  const { api, session } = Route.useRouteContext()
  const router = useRouter()
  const newest = isFailure(news) ? undefined : news.items[0]
  useEffect(() => {
    // Whoever reads them has seen them.
    if (newest && !session?.user.spy) void api.app.updateStatus({ lastSeenId: newest.id })
  }, [api, newest, session])
  const said = (text: { es: string; en?: string | undefined }) => text[getLocale()] ?? text.es
  return (
    <Page
      title={m['app.news.title']()}
      lead={m['app.news.lead']()}
      trail={[
        <TrailLink key="account" to="/account">
          {m['shell.person.account']()}
        </TrailLink>,
        m['app.news.title'](),
      ]}
    >
      {isFailure(news) ? (
        <ErrorState
          title={m['app.news.loadFailed']()}
          code={failureCode(news)}
          onRetry={() => router.invalidate()}
        />
      ) : news.items.length === 0 ? (
        <Empty title={m['app.news.empty.title']()} text={m['app.news.empty.text']()} />
      ) : (
        <div className={classes.news}>
          {news.items.map(({ id, title, body, publishedAt }) => (
            <article key={id}>
              <time dateTime={publishedAt}>{here().date(publishedAt)}</time>
              <h2>{said(title)}</h2>
              <p>{said(body)}</p>
            </article>
          ))}
        </div>
      )}
    </Page>
  )
}
