import { openDataset } from './dataset.ts'

const sizes = process.argv.slice(2).map(Number)
console.log(await openDataset({ sizes, corpus: null }))
