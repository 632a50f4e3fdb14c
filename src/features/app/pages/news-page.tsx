import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { TrailLink } from '#ui/page.tsx'
import { useAnswer } from '#ui/use-answer.ts'
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
  const newest = isFailure(news) ? undefined : news.items[0]
  // Whoever reads them has seen them.
  useAnswer(
    newest && !session?.user.spy ? () => api.app.updateStatus({ lastSeenId: newest.id }) : undefined,
    newest?.id ?? '',
  )
  const said = (text: { es: string; en?: string | undefined }) => text[getLocale()] ?? text.es
  return (
    <ListPage
      title={m['app.news.title']()}
      lead={m['app.news.lead']()}
      trail={[
        <TrailLink key="account" to="/account">
          {m['shell.person.account']()}
        </TrailLink>,
        m['app.news.title'](),
      ]}
      found={news}
      failed={m['app.news.loadFailed']()}
      empty={{ title: m['app.news.empty.title'](), text: m['app.news.empty.text']() }}
      example={() => import('./example-app.ts').then(({ exampleNews }) => exampleNews())}
    >
      {({ items }) => (
        <div className={classes.news}>
          {items.map(({ id, title, body, publishedAt }) => (
            <article key={id}>
              <time dateTime={publishedAt}>{here().date(publishedAt)}</time>
              <h2>{said(title)}</h2>
              <p>{said(body)}</p>
            </article>
          ))}
        </div>
      )}
    </ListPage>
  )
}
