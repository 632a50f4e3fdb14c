import { createFileRoute, useLocation } from '@tanstack/react-router'
import { dashboardTabs, isPlanned, menuItems } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { Empty } from '#ui/empty.tsx'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'

/** Every address without a screen of its own: pages that are still being built, or the 404 page. */
export const Route = createFileRoute('/_app/$')({
  beforeLoad: ({ location, context }) => {
    if (!isPlanned(location.pathname)) notThere()
    const entry = menuItems(context.session).find(({ link }) => location.pathname.startsWith(link))
    return { title: entry?.title() ?? m['shell.person.account'](), disabled: entry?.disabled ?? false }
  },
  loader: ({ context }) => ({ title: context.title, disabled: context.disabled }),
  head: ({ loaderData }) => ({
    meta: [{ title: [loaderData?.title, 'Backline'].filter(Boolean).join(' · ') }],
  }),
  component: ComingPage,
})

function ComingPage() {
  const { title, disabled } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const path = useLocation({ select: (location) => location.pathname })
  const say = disabled ? m['shell.comingSoon.title'] : m['shell.construction.title']
  const text = disabled ? m['shell.comingSoon.text'] : m['shell.construction.text']
  return (
    <Page title={title}>
      {path.startsWith('/dashboard/') ? (
        <Tabs label={m['shell.tabs.label']()} tabs={dashboardTabs(session)} path={path} />
      ) : undefined}
      <Empty title={say()} text={text()} />
    </Page>
  )
}
