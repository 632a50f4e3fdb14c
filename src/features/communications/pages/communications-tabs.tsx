import { m } from '#paraglide/messages.js'
import { Tabs } from '#ui/tabs.tsx'

const tabs = [
  { id: 'posts', title: m['communications.tabs.posts'], link: '/communications' },
  {
    id: 'notifications',
    title: m['communications.tabs.notifications'],
    link: '/communications/notifications',
  },
  { id: 'updates', title: m['communications.tabs.updates'], link: '/communications/updates' },
  { id: 'redirects', title: m['communications.tabs.redirects'], link: '/communications/redirects' },
]

/** The parts of communications, side by side. */
export const CommunicationsTabs = ({ path }: { path: string }) => (
  <Tabs label={m['communications.tabs.label']()} tabs={tabs} path={path} />
)
