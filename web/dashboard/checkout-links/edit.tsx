import { editPage } from '#web/shell/form/form-page.tsx'
import { linkPage } from './form.tsx'

/** Edits a checkout link. */
export default editPage(linkPage)
