import { mdiClose } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import type { ManyFilter } from './detail-search.ts'
import classes from './filter-chips.module.css'
import { filterNames } from './filter-words.ts'

/** A filter in use, which can be taken off. */
export function FilterChip({
  filter,
  name,
  onRemove,
}: {
  filter: ManyFilter
  name: string
  onRemove: () => void
}) {
  return (
    <span className={classes.chip}>
      <span>
        {filterNames[filter]()}: <b>{name}</b>
      </span>
      <button
        type="button"
        aria-label={m['ui.removeFilter']({ label: `${filterNames[filter]()}: ${name}` })}
        onClick={onRemove}
      >
        <Icon path={mdiClose} size={15} />
      </button>
    </span>
  )
}
