import { createFileRoute } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { TimelineFrame } from '#features/activity/pages/timeline-frame.tsx'
import { permissionsOf } from '#pages/navigation.ts'
import { idsOrNotThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { EntityPage } from '#ui/entity-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
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
  beforeLoad: ({ params }) => idsOrNotThere(params),
  loader: async ({ context, params }) => {
    const [contact, choices, activity] = await Promise.all([
      context.api.contacts.getContact(params),
      context.api.contacts.listContactChoices({}),
      context.api.activity.listActivity({ about: params.contactId }),
    ])
    orNotThere(contact)
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
  const editable = can(permissionsOf(session), 'contacts.managecontacts')
  return (
    <EntityPage
      entity={contact}
      failed={m['contacts.loadFailed']()}
      list={{ to: '/users', title: m['contacts.title']() }}
      title={nameOf}
      lead={(one) => (one.erasedAt ? undefined : leadOf(one))}
      actions={(one) => (editable && !one.erasedAt ? <ViewAs contact={one} /> : undefined)}
    >
      {(one) =>
        one.erasedAt ? (
          <Notice kind="info">{m['contacts.erased.text']({ date: here().date(one.erasedAt) })}</Notice>
        ) : (
          <ContactForm
            key={one.id}
            contact={one}
            accounts={isFailure(choices) ? [] : choices.accounts}
            editable={editable}
            side={
              <>
                <ContactAccess contact={one} now={now} />
                <ContactConsents contact={one} editable={editable} />
                <ContactDoubles contact={one} editable={editable} />
                <TimelineFrame activity={activity} now={now} about={one.id} />
              </>
            }
          >
            <ContactNotes contact={one} editable={editable} />
            {editable ? <EraseContact contact={one} /> : undefined}
          </ContactForm>
        )
      }
    </EntityPage>
  )
}

const leadOf = ({ email, organisation, account }: ContactDetail) =>
  [email, organisation ?? account?.name].filter(Boolean).join(' · ') || m['contacts.noAddress']()
