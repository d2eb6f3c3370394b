import { describe, expect, it } from 'vitest';
import { splitNegation } from '../../retrieval/negation.js';
import { quotedWords, withoutValues } from '../../retrieval/query-values.js';
import { ToolGraph } from '../../src/index.js';

function graphOf(tools: Record<string, string>, source = 'desk'): ToolGraph {
  const graph = new ToolGraph();
  graph.ingestTools(Object.entries(tools).map(([name, description]) => ({ name, description, source })));
  return graph;
}

const first = (graph: ToolGraph, query: string): string | undefined =>
  graph.retrieveWithScores(query, 3, { prerequisites: false, minRelevance: 0 })[0]?.tool.originalName;

describe('words that may be verbs', () => {
  const graph = graphOf({
    open_ticket: 'Open a ticket: open tickets of a desk',
    list_tickets: 'List tickets: open tickets of a desk, or all',
    get_parcel: 'Get a parcel of a room',
    delete_parcel: 'Delete a parcel of a room',
  });
  const intents = (query: string) =>
    graph.retrieveWithScores(query, 1, { prerequisites: false, minRelevance: 0 })[0]?.explanation.intent?.query;

  it('tell the state of things before a plural and what to do elsewhere', () => {
    expect(intents('open a ticket at the desk')).toEqual(['create']);
    expect(intents('open tickets of the desk')).toBeUndefined();
    expect(intents('list open tickets of the desk')).toEqual(['list']);
  });

  it('read getting rid of something as deleting it', () => {
    expect(intents('get rid of the parcel')).toEqual(['delete']);
  });
});

describe('negation', () => {
  it.each([
    ['close the account without deleting its invoices', ['deleting its invoices']],
    ["draft the newsletter, but don't send it yet", ['send it yet']],
    ['list the tasks, not the archived ones', ['the archived ones']],
    ['export all contacts except the suppliers', ['the suppliers']],
    ['do not email anyone; rename the channel', ['email anyone']],
    ["I don't know which invoice is open", []],
    ['the printer is not working', []],
  ])('in %j is %j', (query, negated) => {
    expect(splitNegation(query).negated).toEqual(negated);
  });

  it('neither attracts tools nor counts', () => {
    const graph = graphOf({
      archive_mailbox: 'Archive a mailbox',
      delete_messages: 'Delete the messages of a mailbox',
      send_report: 'Send a report',
      draft_report: 'Draft a report',
    });
    expect(first(graph, 'archive the mailbox without deleting messages')).toBe('archive_mailbox');
    expect(first(graph, "draft a report, don't send it")).toBe('draft_report');
    const [hit] = graph.retrieveWithScores('archive the mailbox without deleting messages', 1);
    expect(hit?.explanation.terms.map(({ word }) => word)).not.toContain('deleting');
    expect(hit?.explanation.negated).toEqual(['deleting messages']);
  });

  it('lowers a tool that does what is not wanted', () => {
    const graph = graphOf({ delete_report: 'Delete a report', keep_report: 'Keep a report' });
    expect(first(graph, 'clean up the report without deleting it')).toBe('keep_report');
  });
});

describe('abbreviations', () => {
  it.each([
    ['k8s health', 'kubernetes_health'],
    ['merge this PR', 'merge_pull_request'],
    ['start a vm', 'start_virtual_machine'],
    ['configuration of the build', 'read_config'],
  ])('%j finds %s', (query, name) => {
    const graph = graphOf({
      kubernetes_health: 'Health of the Kubernetes cluster',
      merge_pull_request: 'Merge a pull request',
      start_virtual_machine: 'Start a virtual machine',
      read_config: 'Read config values',
      water_plants: 'Water the plants',
      print_label: 'Print a label',
    });
    expect(first(graph, query)).toBe(name);
  });

  it('let a word that the catalog knows match as it is first', () => {
    const graph = graphOf({ render_env: 'Render env files', list_environments: 'List environments' });
    const [hit] = graph.retrieveWithScores('render env', 1, { minRelevance: 0 });
    expect(hit?.tool.originalName).toBe('render_env');
    expect(hit?.explanation.terms[0]?.match).toBe('exact');
  });
});

describe('values', () => {
  const nothing = () => false;
  it.each([
    ['cancel ord_5512 today', 'cancel ord today'],
    ['mail kim@acme.example the invoice', 'mail acme.example the invoice'],
    ['book a room on 2026-04-12 at 14:30', 'book a room on at'],
    ['open 123e4567-e89b-12d3-a456-426614174000', 'open'],
    ["don't touch the user's files", "don't touch the user's files"],
    ['open https://acme.example/reports/q3_2026?b=1', 'open https://acme.example/reports/q3_2026?b=1'],
    ['read /home/kim/excel/sales_2026.xlsx', 'read /home/kim/excel/sales_2026.xlsx'],
    ['resize holiday2026.jpg', 'resize holiday2026.jpg'],
    ['rename the list "Summer plans"', 'rename the list "Summer plans"'],
    ['what do I have tomorrow? Today is 2026-03-17.', 'what do I have tomorrow? .'],
    ["remind me at noon, it's 9:30 now", 'remind me at noon, now'],
    ["today's date is March 17, what is due", 'March 17, what is due'],
    ["what is today's date in week 12", "what is today's date in week 12"],
  ])('of %j are left out, but not the words of paths', (query, text) => {
    expect(withoutValues(query, nothing).replace(/\s+/g, ' ').trim()).toBe(text);
  });

  it('are words when the catalog knows them', () => {
    expect(withoutValues('read log_2024a', (word) => word === 'log_2024a')).toContain('log_2024a');
  });

  it('that are only quoted do not make a request one about something else', () => {
    expect([...quotedWords('post "grilled trout" and a list to the "list" channel')]).toEqual(['grilled', 'trout']);
    expect(quotedWords('"the whole request"').size).toBe(0);
    const graph = graphOf({ post_message: 'Post a message to a channel', list_channels: 'List channels' });
    const relevance = (query: string) => graph.retrieveWithScores(query, 1, { minRelevance: 0 })[0]?.relevance ?? 0;
    expect(relevance('post the message "wine and trout" to the channel')).toBeGreaterThan(
      relevance('post the message wine and trout to the channel'),
    );
  });
});

describe('contents in quotes', () => {
  const graph = graphOf({ add_agenda_item: 'Add an item to the agenda', add_meeting: 'Add a meeting with a person' });
  const share = (query: string): number => {
    const scoreOf = new Map(graph.retrieveWithScores(query, 2).map(({ tool, score }) => [tool.name, score]));
    return (scoreOf.get('add_meeting') ?? 0) / (scoreOf.get('add_agenda_item') ?? 1);
  };

  it('weigh less than what is said', () => {
    expect(share('add an agenda item called meeting with a person')).toBeGreaterThan(0.9);
    expect(share('add an agenda item called "meeting with a person"')).toBeLessThan(
      0.8 * share('add an agenda item called meeting with a person'),
    );
  });
});

describe('names of sources', () => {
  const graph = new ToolGraph();
  for (const source of ['acmechat', 'boldmail', 'northdesk'])
    graph.ingestTools(
      ['list_channels', 'post_message', 'archive_channel', 'find_person'].map((name) => ({
        name,
        description: name.replace('_', ' '),
        source,
      })),
      { source },
    );

  it.each(['acmechat', 'boldmail', 'northdesk'])('lift the tools of %s and leave none out', (source) => {
    const hits = graph.retrieveWithScores(`list my ${source} channels`, 12, { prerequisites: false });
    expect(hits[0]?.tool).toMatchObject({ originalName: 'list_channels', source: { id: source } });
    expect(new Set(hits.map(({ tool }) => tool.source.id)).size).toBe(3);
    expect(hits[0]?.explanation.sources).toEqual([source]);
  });

  it('lift them for their own clause, not over what another clause asks for', () => {
    const two = new ToolGraph();
    two.ingestTools([
      { name: 'take_screenshot', description: 'Take a screenshot of the page', source: 'webpilot' },
      { name: 'open_page', description: 'Open a page', source: 'webpilot' },
      { name: 'close_page', description: 'Close the page', source: 'webpilot' },
    ]);
    two.ingestTools(
      ['push_files', 'list_pull_requests', 'list_commits', 'open_issue', 'list_branches'].map((name) => ({
        name,
        description: `${name.replaceAll('_', ' ')} on codehub`,
      })),
      { source: 'codehub' },
    );
    const hits = two.retrieveWithScores('take a screenshot of the page, then push the files to codehub', 2, {
      prerequisites: false,
    });
    expect(hits.map(({ tool }) => tool.originalName).sort()).toEqual(['push_files', 'take_screenshot']);
  });
});
