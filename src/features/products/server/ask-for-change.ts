import { sql } from 'drizzle-orm'
import { accessAsked } from '#features/account/server/occasions.ts'
import { person, rateLimit } from '#features/account/server/table.ts'
import { writeActivity } from '#platform/activity.ts'
import type { Actor, PortalScope } from '#platform/actor.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Locale } from '#platform/constants.ts'
import { elevated } from '#platform/db.ts'
import { putMails } from '#platform/mail.ts'
import { countTry } from '#platform/rate-limit.ts'
import { select } from '#platform/select.ts'
import { words } from '#platform/words.ts'
import { productOf } from './write-product.ts'

const columns = { id: person.id, name: person.name, email: person.email, locale: person.locale }
const once = { name: 'ask-change', points: 1, seconds: 24 * 60 * 60 }
const askedMax = 10

/**
 * Tells the provider's people who may change products what somebody wants changed of one, by mail and in their inbox.
 * @throws NotFound where there is no such product; TooMany before a day is over.
 */
export async function askForChange(
  call: OpenCall & { actor: Actor; portal: PortalScope },
  productId: string,
  text: string,
): Promise<null> {
  const { actor, database, portal, services, now } = call
  const asker = actor.person
  const product = await call.transaction((tx) => productOf(tx, portal.id, productId))
  await countTry(database, rateLimit, once, `${asker.id} ${productId}`)
  const path = `/products/${portal.id}/${productId}`
  const told = (locale: Locale) => {
    const params = {
      who: asker.name,
      product: product.name[locale] ?? product.name.es,
      portal: portal.name,
      text,
    }
    return {
      title: words('mail.changeAsked.subject', locale, params),
      body: words('mail.changeAsked.body', locale, params),
    }
  }
  await call.transaction(async (tx) => {
    await elevated(tx, 'people', async () => {
      const asked = await select(
        tx,
        columns,
        sql`person where staff and (super or permissions ? 'products.manageproducts')
          and suspended_at is null and password_hash is not null and id <> ${asker.id}
          order by super, name, id limit ${askedMax}`,
      )
      const mailIds = await putMails(
        tx,
        asked.map(({ email, name, locale }) => {
          const { title, body } = told(locale)
          return {
            ...{ to: email, locale, kind: 'changeAsked' },
            subject: title,
            paragraphs: [words('mail.greeting', locale, { name }), body],
            button: {
              text: words('mail.changeAsked.button', locale),
              link: `${services.appOrigin}${locale === 'en' ? '/en' : ''}${path}`,
            },
            foot: [words('mail.changeAsked.ignore', locale)],
          }
        }),
      )
      const about = `change ${asker.id} ${productId} ${now.toISOString()}`
      await accessAsked.tell(tx, {
        ...{ to: asked.map(({ id }) => id), mailIds, about, told, link: path },
      })
    })
    await writeActivity({ ...call, tx, portal }, [{ targetId: productId, after: { text } }])
  })
  await services.wake('mail')
  return null
}
