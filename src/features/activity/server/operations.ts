import { handle, handleOutside } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { exportActivity } from './export-activity.ts'
import { readActivity, readChoices } from './read-activity.ts'
import { tracedActions } from './traced-actions.ts'
import { undoChange } from './undo-change.ts'

export const operations = {
  listActivity: handle(contract.listActivity, readActivity),
  listActivityChoices: handle(contract.listActivityChoices, (call, asked) =>
    readChoices(call, tracedActions(), asked),
  ),
  undoChange: handleOutside(contract.undoChange, (call, { requestId }) => undoChange(call, requestId)),
  exportActivity: handle(contract.exportActivity, exportActivity),
}
