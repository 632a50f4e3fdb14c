import { Menu } from '@mantine/core'
import { mdiDotsHorizontal, mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { menuClasses } from '#ui/menu.ts'

interface RowActsProps {
  name: string
  onChange: () => void
  onDelete: () => void
}

/** What can be done to a view, in a menu as in every list where there is more than one act. */
export const RowActs = ({ name, onChange, onDelete }: RowActsProps) => (
  <Menu position="bottom-end" classNames={menuClasses}>
    <Menu.Target>
      <IconButton label={m['savedViews.actsOf']({ name })} path={mdiDotsHorizontal} />
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<Icon path={mdiPencilOutline} />} onClick={onChange}>
        {m['savedViews.change']()}
      </Menu.Item>
      <Menu.Item leftSection={<Icon path={mdiTrashCanOutline} />} onClick={onDelete}>
        {m['savedViews.delete']()}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
