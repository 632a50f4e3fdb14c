import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { linksMax } from '#features/releases/contract.ts'
import { musicServices, serviceAt, serviceNamed } from '#features/releases/music-services.ts'
import { m } from '#paraglide/messages.js'
import { completeWeb } from '#platform/web-address.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { WebAddressField } from '#ui/web-address-field.tsx'
import classes from './release-links.module.css'

type Links = { name: string; url: string }[]

interface ReleaseLinksProps {
  links: Links
  errors: Record<string, string>
  onChange: (links: Links) => void
}

/** An address that says by itself which service it is of names it, where nobody has. */
const addressed = ({ name }: Links[number], url: string) => ({
  url,
  ...(name.trim() ? {} : { name: serviceAt(completeWeb(url))?.name ?? name }),
})

/** Where to hear or buy it, one row a place. */
export function ReleaseLinks({ links, errors, onChange }: ReleaseLinksProps) {
  const change = (at: number, part: Partial<Links[number]>) =>
    onChange(links.map((link, place) => (place === at ? { ...link, ...part } : link)))
  return (
    <>
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; they have no names of their own.
        <div key={at} className={classes.row} data-other={serviceNamed(link.name) ? undefined : true}>
          <SelectField
            label={m['releases.services.service']()}
            value={serviceNamed(link.name)?.name ?? ''}
            options={[
              ...musicServices.map(({ name }) => ({ value: name, label: name })),
              { value: '', label: m['releases.services.other']() },
            ]}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          {serviceNamed(link.name) ? undefined : (
            <TextField
              label={m['releases.form.linkName']()}
              value={link.name}
              error={errors[`links.${at}.name`]}
              maxLength={40}
              onChange={(event) => change(at, { name: event.currentTarget.value })}
            />
          )}
          <WebAddressField
            label={m['releases.form.linkUrl']()}
            value={link.url}
            error={errors[`links.${at}.url`]}
            onChange={(url) => change(at, addressed(link, url))}
          />
          <IconButton
            label={m['releases.form.removeLink']({ name: link.name })}
            path={mdiTrashCanOutline}
            onClick={() => onChange(links.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      {links.length >= linksMax ? undefined : (
        <span>
          <Button adds size="sm" icon={mdiPlus} onClick={() => onChange([...links, { name: '', url: '' }])}>
            {m['releases.form.addLink']()}
          </Button>
        </span>
      )}
    </>
  )
}
