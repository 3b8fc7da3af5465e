export { type Bulk, bulkTopic, createBulk } from './bulk.service.ts'
