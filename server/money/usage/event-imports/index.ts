export { anonymizeRefusedLines } from './actions/anonymize-refused-lines.ts'
