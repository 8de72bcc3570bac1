export { triggerList } from './reads.ts'
