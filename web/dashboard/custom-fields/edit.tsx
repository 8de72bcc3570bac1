import { editPage } from '#web/shell/form/form-page.tsx'
import { fieldPage } from './form.tsx'

/** Edits a custom field. */
export default editPage(fieldPage)
