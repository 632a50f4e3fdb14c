import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { failureCode, isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { BackLink } from '#ui/back-link.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Page } from '#ui/page.tsx'
import type { ContactDetail } from '../contract.ts'
import { ContactAccess } from './contact-access.tsx'
import { ContactConsents } from './contact-consents.tsx'
import { ContactDoubles } from './contact-doubles.tsx'
import { ContactForm } from './contact-form.tsx'
import { ContactNotes } from './contact-notes.tsx'
import { nameOf } from './contact-words.ts'
import { EraseContact } from './erase-contact.tsx'
import { ViewAs } from './view-as.tsx'

/** One person on the customers' side. */
export const Route = createFileRoute('/_app/users/$contactId')({
  beforeLoad: ({ params }) => {
    if (!isUuid(params.contactId)) throw notFound({ routeId: rootRouteId })
  },
  loader: async ({ context, params }) => {
    const [contact, choices, activity] = await Promise.all([
      context.api.contacts.getContact(params),
      context.api.contacts.listContactChoices({}),
      context.api.activity.listActivity({ about: params.contactId }),
    ])
    if (failureCode(contact) === 'notFound') throw notFound({ routeId: rootRouteId })
    // The title is made here: what stands in the head is loaded by every page.
    const title = isFailure(contact) ? undefined : nameOf(contact)
    return { contact, choices, activity, now: new Date(), title }
  },
  head: ({ loaderData }) => ({
    meta: [{ title: `${loaderData?.title ?? m['contacts.title']()} · Backline` }],
  }),
  component: ContactPage,
})

function ContactPage() {
  const { contact, choices, activity, now } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  const back = <BackLink to="/users">{m['contacts.title']()}</BackLink>
  if (isFailure(contact))
    return (
      <Page title={m['contacts.title']()} trail={[back]}>
        <ErrorState
          title={m['contacts.loadFailed']()}
          code={failureCode(contact)}
          onRetry={() => router.invalidate()}
        />
      </Page>
    )
  const name = nameOf(contact)
  if (contact.erasedAt)
    return (
      <Page title={name} trail={[back, name]}>
        <Notice kind="info">{m['contacts.erased.text']({ date: here().date(contact.erasedAt) })}</Notice>
      </Page>
    )
  const editable = can(permissionsOf(session), 'contacts.managecontacts')
  return (
    <Page
      title={name}
      trail={[back, name]}
      lead={leadOf(contact)}
      actions={editable ? <ViewAs contact={contact} /> : undefined}
    >
      <ContactForm
        key={contact.id}
        contact={contact}
        accounts={isFailure(choices) ? [] : choices.accounts}
        editable={editable}
        side={
          <>
            <ContactAccess contact={contact} now={now} />
            <ContactConsents contact={contact} editable={editable} />
            <ContactDoubles contact={contact} editable={editable} />
            <TimelineFrame activity={activity} now={now} about={contact.id} />
          </>
        }
      >
        <ContactNotes contact={contact} editable={editable} />
        {editable ? <EraseContact contact={contact} /> : undefined}
      </ContactForm>
    </Page>
  )
}

const leadOf = ({ email, organisation, account }: ContactDetail) =>
  [email, organisation ?? account?.name].filter(Boolean).join(' · ') || m['contacts.noAddress']()
