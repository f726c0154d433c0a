import type { EventLoopDelay } from './event-loop-delay.ts';
import { type MetricSources, type Sample, WORKER_UP_HELP } from './sources.ts';

/** A metric with all of its series. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly labels?: readonly string[];
  read(): Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** The metrics of a server, except for the latency histogram. */
export function createFamilies(sources: MetricSources, eventLoopDelay: EventLoopDelay): MetricFamily[] {
  return [
    ...requestFamilies(sources),
    ...serverFamilies(sources),
    ...processFamilies(sources, eventLoopDelay),
  ];
}

const ROUTE = ['route', 'method'] as const;

function requestFamilies({ requests }: MetricSources): MetricFamily[] {
  return [
    {
      name: 'sparring_http_requests_total',
      type: 'counter',
      help: 'Finished requests. The status is none when the connection was closed before the response.',
      labels: [...ROUTE, 'status'],
      *read() {
        for (const { route, methods } of requests.routes)
          for (const { method, byStatus } of methods)
            for (const [status, value] of byStatus)
              yield { labels: { route, method, status: status === 0 ? 'none' : String(status) }, value };
      },
    },
    {
      name: 'sparring_http_requests_in_flight',
      type: 'gauge',
      help: 'Requests whose response is not complete.',
      read: () => [{ value: requests.inFlight }],
    },
    {
      name: 'sparring_http_request_bytes_total',
      type: 'counter',
      help: 'Bytes of request bodies that were read.',
      labels: ROUTE,
      *read() {
        for (const { route, methods } of requests.routes)
          for (const { method, requestBytes: value } of methods) yield { labels: { route, method }, value };
      },
    },
    {
      name: 'sparring_http_response_bytes_total',
      type: 'counter',
      help: 'Bytes of response content.',
      labels: ROUTE,
      *read() {
        for (const { route, methods } of requests.routes)
          for (const { method, responseBytes: value } of methods) yield { labels: { route, method }, value };
      },
    },
  ];
}

function serverFamilies(sources: MetricSources): MetricFamily[] {
  const { bodyBudget, version, journal } = sources;
  return [
    {
      name: 'sparring_sign_ins_total',
      type: 'counter',
      help: 'Checked credentials, by factor and outcome.',
      labels: ['factor', 'outcome'],
      *read() {
        for (const { factor, outcome, count } of sources.signIns())
          yield { labels: { factor, outcome }, value: count };
      },
    },
    {
      name: 'sparring_queue_length',
      type: 'gauge',
      help: 'Waiting entries, by queue.',
      labels: ['queue'],
      *read() {
        for (const [queue, value] of Object.entries(sources.queues())) yield { labels: { queue }, value };
      },
    },
    {
      name: 'sparring_audit_dropped_calls_total',
      type: 'counter',
      help: 'Calls that the audit did not record, because its buffer was full.',
      read: () => [{ value: sources.droppedAuditCalls() }],
    },
    {
      name: 'sparring_database_pool_connections',
      type: 'gauge',
      help: 'Connections to PostgreSQL: open, idle, and the limit of the pool.',
      labels: ['state'],
      *read() {
        const pool = sources.pool();
        if (!pool) return;
        for (const state of ['open', 'idle', 'limit'] as const)
          yield { labels: { state }, value: pool[state] };
      },
    },
    {
      name: 'sparring_body_memory_bytes',
      type: 'gauge',
      help: 'Memory of request bodies: used, and the limit of the setting max-total-body-size.',
      labels: ['state'],
      read: () => [
        { labels: { state: 'used' }, value: bodyBudget.used },
        { labels: { state: 'limit' }, value: bodyBudget.limit },
      ],
    },
    {
      name: 'sparring_journal_entries',
      type: 'gauge',
      help: 'Entries of the request journal in the memory of the process.',
      read: () => (journal ? [{ value: journal.size }] : []),
    },
    {
      name: 'sparring_journal_dropped_total',
      type: 'counter',
      help: 'Entries that the journal removed to stay within its limits.',
      read: () => (journal ? [{ value: journal.dropped }] : []),
    },
    {
      name: 'sparring_open_connections',
      type: 'gauge',
      help: 'Open connections, on all ports.',
      read: async () => [{ value: await sources.connections() }],
    },
    {
      name: 'sparring_worker_up',
      type: 'gauge',
      help: WORKER_UP_HELP,
      read: () => (sources.worker === undefined ? [] : [{ value: 1 }]),
    },
    {
      name: 'sparring_info',
      type: 'gauge',
      help: 'The version of the server, with the value 1.',
      labels: ['version'],
      read: () => [{ labels: { version }, value: 1 }],
    },
  ];
}

function processFamilies({ runtime }: MetricSources, eventLoopDelay: EventLoopDelay): MetricFamily[] {
  return [
    {
      name: 'sparring_event_loop_delay_seconds',
      type: 'gauge',
      help: 'Delay of the event loop since the last scrape, by quantile; 1 is the maximum.',
      labels: ['quantile'],
      read: () => eventLoopDelay.read(),
    },
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'User and system CPU time of the process.',
      read() {
        const { user, system } = process.cpuUsage();
        return [{ value: (user + system) / 1e6 }];
      },
    },
    {
      name: 'process_resident_memory_bytes',
      type: 'gauge',
      help: 'Resident memory of the process.',
      read: () => [{ value: process.memoryUsage.rss() }],
    },
    {
      name: 'nodejs_heap_size_used_bytes',
      type: 'gauge',
      help: 'Used heap of the process.',
      read: () => [{ value: process.memoryUsage().heapUsed }],
    },
    {
      name: 'process_start_time_seconds',
      type: 'gauge',
      help: 'Start of the process, in seconds since 1970-01-01.',
      read: () => [{ value: Math.round(runtime.machineNow() / 1000 - process.uptime()) }],
    },
  ];
}
