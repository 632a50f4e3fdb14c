import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { linksMax } from '#features/releases/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import classes from './release-links.module.css'

type Links = { name: string; url: string }[]

interface ReleaseLinksProps {
  links: Links
  errors: Record<string, string>
  disabled: boolean
  onChange: (links: Links) => void
}

/** Where to hear or buy it, one row a place. */
export function ReleaseLinks({ links, errors, disabled, onChange }: ReleaseLinksProps) {
  const change = (at: number, part: Partial<Links[number]>) =>
    onChange(links.map((link, place) => (place === at ? { ...link, ...part } : link)))
  return (
    <>
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; they have no names of their own.
        <div key={at} className={classes.row}>
          <TextField
            label={m['releases.form.linkName']()}
            value={link.name}
            error={errors[`links.${at}.name`]}
            maxLength={40}
            disabled={disabled}
            onChange={(event) => change(at, { name: event.currentTarget.value })}
          />
          <TextField
            label={m['releases.form.linkUrl']()}
            type="url"
            inputMode="url"
            placeholder="https://"
            value={link.url}
            error={errors[`links.${at}.url`]}
            disabled={disabled}
            onChange={(event) => change(at, { url: event.currentTarget.value })}
          />
          {disabled ? undefined : (
            <IconButton
              label={m['releases.form.removeLink']({ name: link.name })}
              path={mdiTrashCanOutline}
              onClick={() => onChange(links.filter((_, place) => place !== at))}
            />
          )}
        </div>
      ))}
      {disabled || links.length >= linksMax ? undefined : (
        <span>
          <Button size="sm" icon={mdiPlus} onClick={() => onChange([...links, { name: '', url: '' }])}>
            {m['releases.form.addLink']()}
          </Button>
        </span>
      )}
    </>
  )
}
