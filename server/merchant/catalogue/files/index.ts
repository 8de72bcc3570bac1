export { files, findUploaded, fromFileRows, insertingMedias, mediasOfProductJson, replaceProductMedias } from './store.ts'
