import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { exportActivity } from './export-activity.ts'
import { readActivity, readChoices } from './read-activity.ts'
import { tracedActions } from './traced-actions.ts'

export const operations = {
  listActivity: handle(contract.listActivity, readActivity),
  listActivityChoices: handle(contract.listActivityChoices, (call, asked) =>
    readChoices(call, tracedActions(), asked),
  ),
  exportActivity: handle(contract.exportActivity, exportActivity),
}
