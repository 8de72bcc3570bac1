export { files, findUploaded } from './store.ts'
