import { everyScreen } from './accessibility.ts'

everyScreen('es')
