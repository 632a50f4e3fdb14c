import { mdiPlus } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ButtonLink } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FilterSelect, SearchBox } from '#ui/filters.tsx'
import { here } from '#ui/formats.ts'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { NameCell } from '#ui/name-cell.tsx'
import { FilterBar } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { useWished } from '#ui/use-wished.ts'
import { type PostStatus, postStatuses } from '../choices.ts'
import type { Post } from '../contract.ts'
import classes from './communications.module.css'
import { CommunicationsTabs } from './communications-tabs.tsx'
import { managing, said, stateOf, statusWord } from './post-words.ts'

interface PostsSearch {
  q?: string
  status?: PostStatus
  page?: number
}

function readSearch(search: Record<string, unknown>): PostsSearch {
  const page = Number(search.page)
  const q = search.q === undefined ? '' : String(search.q).trim().slice(0, 100)
  const status = postStatuses.find((one) => one === search.status)
  return {
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

/** What staff have told the portals, are about to, or are still writing. */
export const Route = createFileRoute('/_app/communications')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.api.communications.listPosts(deps, { key: 'posts' }),
  head: () => ({ meta: [{ title: `${m['communications.title']()} · Backline` }] }),
  component: PostsPage,
})

function PostsPage() {
  const posts = Route.useLoaderData()
  const search = useWished(Route.useSearch(), readSearch)
  const { session } = Route.useRouteContext()
  const may = can(permissionsOf(session), managing)
  const { filter, clear, page } = useListSearch(readSearch)
  const add = (
    <ButtonLink to="/communications/$postId" params={{ postId: 'new' }} look="primary" icon={mdiPlus}>
      {m['communications.new']()}
    </ButtonLink>
  )
  return (
    <ListPage
      title={m['communications.title']()}
      lead={m['communications.lead']()}
      tabs={<CommunicationsTabs path="/communications" />}
      add={may ? add : undefined}
      found={posts}
      failed={m['communications.loadFailed']()}
      filtered={search.q !== undefined || search.status !== undefined}
      filtersStay
      empty={{ title: m['communications.empty.title'](), text: m['communications.empty.text']() }}
      example={() => import('./example-posts.ts').then(({ examplePosts }) => examplePosts())}
      noResults={{
        title: search.q
          ? m['communications.noResults.title']({ q: search.q })
          : m['communications.noResults.filtered'](),
        text: m['communications.noResults.text'](),
      }}
      onClear={clear}
      onPage={page}
      filters={
        <FilterBar>
          <SearchBox
            label={m['communications.search']()}
            value={search.q ?? ''}
            onSearch={(q) => filter({ q })}
          />
          <FilterSelect
            label={m['communications.filter.status']()}
            all={m['communications.filter.live']()}
            value={search.status}
            options={postStatuses.map((value) => ({ value, label: statusWord(value) }))}
            onChange={(status) => filter({ status })}
          />
        </FilterBar>
      }
    >
      {({ items }) => (
        <DataTable
          label={m['communications.title']()}
          columns={postColumns()}
          rows={items}
          rowKey={({ id }) => id}
        />
      )}
    </ListPage>
  )
}

function postColumns(): Column<Post>[] {
  const { number, date, dateTime } = here()
  const none = <span className={classes.quiet}>{m['ui.none']()}</span>
  const count = (id: 'sent' | 'read' | 'acknowledged', shown: (post: Post) => boolean): Column<Post> => ({
    id,
    title:
      id === 'sent'
        ? m['communications.column.sent']()
        : id === 'read'
          ? m['communications.column.read']()
          : m['communications.column.acknowledged'](),
    numeric: true,
    ...(id === 'sent'
      ? {
          phone: 'amount' as const,
          unit: (post) =>
            !shown(post)
              ? ''
              : post.counts.sent === 1
                ? m['communications.column.sentUnitOne']()
                : m['communications.column.sentUnit'](),
        }
      : {}),
    cell: (post) => (shown(post) ? number(post.counts[id]) : none),
  })
  const out = ({ publishedAt }: Post) => publishedAt !== null
  return [
    {
      id: 'title',
      title: m['communications.column.title'](),
      phone: 'main',
      cell: (post) => (
        <NameCell
          name={said(post.title)}
          path={`/communications/${post.id}`}
          below={said(post.description)}
        />
      ),
    },
    {
      id: 'status',
      title: m['communications.column.status'](),
      phone: 'status',
      cell: (post) => {
        const { mark, word } = stateOf(post)
        return <Status mark={mark}>{word}</Status>
      },
    },
    {
      id: 'when',
      title: m['communications.column.when'](),
      phone: 'detail',
      cell: ({ publishAt, publishedAt, updatedAt, status }) =>
        publishedAt
          ? date(publishedAt)
          : status === 'scheduled' && publishAt
            ? dateTime(publishAt)
            : date(updatedAt),
    },
    count('sent', out),
    count('read', (post) => out(post) && post.channels.includes('inApp')),
    count('acknowledged', (post) => out(post) && post.mustAcknowledge),
  ]
}
