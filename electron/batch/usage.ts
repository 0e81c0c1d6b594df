// Why: decision 0054.
/** How the command line is used. Exit codes and the shape of the last line are an interface for other programs. */
export const usage = `Lead Console without a window: imports, exports and checks for scripts and schedulers.

  batch check                                    try address, user name and password
  batch inspect FILE [...]                       how a file is read, its problems, and what each column most likely is;
                                                 needs no account and sends nothing
      --campaign C           suggest from what this computer knows of campaign C: earlier imports, templates, and
                             fields that were looked up
      --look-up              read the fields of the campaign from its leads first, one request, and keep them; this needs
                             --url, user name and password
      --rows FILE            write the table as it was read: UTF-8 CSV without a byte order mark, every cell in quotes,
                             the header first when the file has one
      --encoding, --delimiter, --cuts, --sheet, --no-header, --last-row as for import
  batch import FILE --campaign CODE [...]        create one lead for each row of a spreadsheet
      --map "COLUMN=FIELD"   fill FIELD from COLUMN; may be repeated. COLUMN is a header, a position (#3 or 3), a
                             letter (C), or "Column 3" in a file without header
      --map auto             fill fields as the program suggests; other --map options replace a suggestion
                             (without --map each header is used as the name of a field)
      --template FILE|NAME   what a person saved of an earlier import: mapping, country, rules, answers to duplicates, pool and
                             plan; a JSON file (its name ends in .json), or the name that it has in the app. Its campaign
                             counts without --campaign; --map, --pool, --rules, --trial and the others replace its parts.
                             Every column it reads must be in the file; with rules it is checked as with --check
      --mapping FILE|NAME    the mapping of a template alone, instead of --map
      --pool NAME            lead pool; without it the service uses its automatic pool of the day
      --encoding E           for example windows-1252; guessed when left out
      --delimiter D          a character, or comma, semicolon, tab, pipe, space
      --cuts 1,21,35         columns of fixed width begin at these characters
      --sheet S              sheet of a workbook
      --no-header            the first row is data
      --last-row N           row N of the file is the last one with data: nothing up to it counts as a note, a total, a heading or
                             a repeated header; without it a line says which rows are not read
      --result FILE          the file as it came, with what became of each row (needed); a workbook when it ends in .xlsx
                             without --force a file that another program puts there meanwhile is left alone: ends with 2
      --send-again           rows that were sent to the campaign before are sent again; without it such a file ends with 2
      --only-new             compare with the leads of the campaign, one request, and leave out the rows that it holds:
                             same phone or e-mail; --key FIELD: or same value in FIELD; in a team also the rows whose lead, phone
                             or e-mail a colleague has sent, or ends when it cannot be asked; ends with 2 where the leads
                             show nothing to compare, and for a campaign without leads unless --campaign-is-empty
      --check                look for problems with the rules of the app before anything is sent; --rules FILE: your own,
                             JSON, for example {"country":"DK"}; phones of a known country go out as +45...
                             in a team, here and with --dry-run: rows that colleagues have sent are left out, a line each
      --on-problem refuse|leave-out|send   what becomes of rows with problems; refuse when left out: ends with 2
                             leave-out: where a value must not repeat, the first of its rows is sent
      --dry-run              print each row as it would be sent, and what it would cost; nothing is sent; 3 when the team of
                             the account cannot be asked which of them colleagues have sent
      --trial N              send N rows, then end; "resume" sends the rest
      --at yyyy-MM-ddTHH:mm, --between H-H   begin then, send only between these hours, in the zone of the account; the
                             program waits and can be ended and resumed
      --share P              whole percent of the pace that the service allows
      --tag FIELD            put imp-JOB-ROW into this field of each lead, which finds an unknown row again for certain;
                             not a field that the file fills; a line says when the campaign is not known to have it
      --no-fair-use          leave the fair use header out: other units a request; refused without --yes when that costs
                             more than it gains
                             FILE may be a result file: its refused and waiting rows are sent, the others skipped
  batch jobs                                     imports kept on this computer
      --team                 those of colleagues instead, as their computers told them last; 4 when the team cannot be asked
  batch job JOB                                  one of them: counts, reasons of refusal
  batch reconcile JOB [--apply [--result FILE]]  look for unknown rows among the leads of the campaign, one request; a line
                                                 each: exists, absent, several, unclear; --apply links and sends; 3 when not all are clear
  batch jobs delete JOB                          remove an import from this computer; leads in the service stay; the same
                                                 file still asks before it is sent again
  batch pause JOB, batch stop JOB                whichever program runs it; answers when the rows on their way are answered; 3
                                                 when some have no answer after three minutes
  batch result JOB FILE [...]                    what became of each row so far; a workbook when FILE ends in .xlsx
      --only refused|all     only the rows that the service refused; all when left out
      --delimiter D          comma, semicolon, tab or pipe; comma when left out
      --encoding E           utf-8 or windows-1252; utf-8 with a byte order mark when left out
      --zone account|ZONE    times on the clock of the account or of ZONE, with their offset; UTC when left out
      --guard                an apostrophe before cells of the file that a spreadsheet program would run as a formula; what
                             the service said always has it
  batch resume JOB [--result FILE]               resume an import that was interrupted; the result goes to the file that
                                                 the import named, or to FILE; to none where a later import named the same;
                                                 ends with 2 when a stop of it was cut off: "pause" takes the stop back
      --go-on                resume although it is not known for sure what left this computer: the program has said what
                             is in doubt, or that the service does not say what it counted; unknown rows stay as they
                             are, the waiting rows are sent
      --only-new             first compare the waiting rows of such an import with the leads of its campaign, one request, and
                             leave out those that it holds; then resume. Ends with 2 where nothing can be compared
      --send-again           also send rows whose leads another import has sent since; they are skipped without it
  batch outcomes JOB [...]                       what became of the leads that an import created, as it was read last; ends
                                                 with 3 when a lead was not in the list of the service
  batch outcomes --campaign C, --since D         the same of all imports into C, or since the day D
      --refresh              read it now: one lead search a campaign; without it nothing is asked
      --changed              the same, asking only for what changed since the last reading; who left the list since does not show
      --by COLUMN            also by the values of a column of the file, named as for --map
      --output FILE          the created rows with lead id, outcome, status and closure; CSV, .xlsx, .jsonl or .parquet
  batch export simple --output FILE [...]        fetch leads into a file: a lead search
  batch export search --name NAME --output FILE  the same, a search that the account's user saved in the service
      --csv                  fetch it as CSV instead of JSON; both fill the same columns
      --include A,B          properties that some services leave out otherwise: data, campaign, ...
      --project P            a project pattern in place of the campaigns that the search selects
  batch export raw --output FILE [...]           the same, RawLeads: one row a lead, only its id and its own fields
      All three:
      --format F             csv, xlsx, json, jsonl or parquet; by the ending of FILE when left out
      --nested               JSON with the objects and lists that the service sent, instead of a key for each column
      --partition-by campaign,day   write a folder of Parquet files instead: campaign=CODE/day=yyyy-MM-dd/leads.parquet
                             and manifest.json; --output names the folder, which is new, empty or such a dataset
      --since-last           fetch only what changed since the file or the dataset was written, and bring it up to date:
                             every lead once, in its latest state; makes it when it is not there
      --modified-from D      yyyy-MM-dd or yyyy-MM-ddTHH:mm:ss, the service's wall clock; or, in the account's time zone,
                             today, yesterday, -7d (7 days ago), this-week, this-month, or last-run: when the last
                             complete run of the same query was asked for. The last line has the request with its dates
      --param NAME=VALUE     a parameter that the specification does not have, sent as it is; may be repeated
      --window-days N        ask for the range in requests of N days, merged by lead id; not for raw
      simple and raw:
      --projects P           project patterns, comma separated; * stands for any characters
      --statuses A,B         lead statuses      --closures A,B   lead closures
  batch limits [--watch]                         daily limits and what is left; --watch prints every change until a signal, or until nobody
                                                 reads it any more (| head)
  batch segments                                 lead segments
  batch segments add|remove ID --ids FILE        put leads into the segment ID, or take them out; FILE has one lead id a
                                                 line, - is standard input
      --repair               send the batches again whose answer did not come; where an earlier run began with the same
                             ids, go on with its change: send what is unknown in it and what it did not send
  batch users                                    users that the account may see
  batch account                                  what the service says of the account's rights, then what the last
                                                 connection test settled
  batch account remove ID                        delete an account and all that was kept for it, jobs and results too; asks
                                                 nothing, needs no password; in a team it leaves first, with --force also when
                                                 the team cannot be told
  batch orgunit CODE [--include A,B]             an organizational unit, with parts that are only answered when named
  batch team                                     the team of the account: its computers, when each was last heard
  batch team sql                                 the script that an administrator runs once in an empty PostgreSQL database; needs
                                                 no account
  batch team begin --database HOST[:PORT]/NAME   the first person: prints the invitation; --as NAME: how colleagues call this
                                                 computer, the login when left out; --one-lead-per lead (when left out): each
                                                 lead goes once, as it is sent; --one-lead-per phone: once a computer has sent a
                                                 lead to a phone number, no other one sends any to it in that campaign
  batch team join [--as NAME]                    come in with the invitation in LEAD_CONSOLE_TEAM, or again with another password or
                                                 name; with another login: leave first
  batch team invite                              print the invitation
  batch team leave [--force]                     give back what is claimed and leave; --force: also when the database cannot be
                                                 reached or knows another login, then what is claimed stays taken
  batch team without NUMBER                      nobody waits for this computer any more
  batch team restored                            the database was put back as a copy of its files: everybody tells it again
                                                 what they sent, before anybody sends
  batch doctor                                   the same as check: the connection test, a line a step; then a line for each
                                                 point that the specification leaves open, and rights that are gone; at
                                                 most 6 requests, no setting changes

Options of every command:
  --url URL        address of the service (https, or http on this computer); needed by all but inspect, account remove and
                   team sql
  --data-dir DIR   where journal and results are kept; the app's own folder when left out
  --timeout S      seconds for one complete answer; when left out 150, and a list of leads may take longer while it flows
  --team-wait S    seconds for which import and resume wait for the team's database or a colleague's computer; 600 when left out
  --json           one JSON object per line; the last line holds the counts, or an error
  --force          replace an existing output file
  --body-case upper|lower, --pool-field NAME, --time-zone ZONE, --list-style comma|repeat, --rawleads-path PATH
                   settings of the account where the specification of the service is silent; they are kept
  --help           this text

User name and password are read from LEAD_CONSOLE_USERNAME and LEAD_CONSOLE_PASSWORD, never from the command line.
In a team: LEAD_CONSOLE_TEAM is the invitation, LEAD_CONSOLE_TEAM_LOGIN and LEAD_CONSOLE_TEAM_PASSWORD are your login of its
database. An account that has joined sends nothing without them.
In the network of a company: HTTPS_PROXY and NO_PROXY name the proxy, LEAD_CONSOLE_PROXY_USERNAME and
LEAD_CONSOLE_PROXY_PASSWORD sign in to it, LEAD_CONSOLE_CA_FILE is a file with certificates that are trusted as well.

Exit codes of import and resume: 0 every row was created, left out or skipped; 1 some rows were refused; 3 some rows
are unknown (sent, without a readable answer; the program never sends them again on its own) or wait, as after a trial;
2 wrong usage or configuration, or the service was never reached; 4 stopped by the service (password, right, quota, out of
reach after it had answered, or it does not say what it counted) or by the team (its database cannot be reached, or waits
for a colleague's computer).
Exit codes of segments add and remove: 0 all done, also when the service does not know some of the ids (the last line counts
them as "missing"), 1 some ids were refused, 3 a batch is unknown, 4 unknown segment or stopped by the service.
Exit codes of export: 0 every lead that was asked for is in FILE; 3 some leads are missing: then FILE is not touched, and
what arrived is saved beside it, as leads.partial.csv beside leads.csv; 4 the service stopped it, or the connection broke
before it answered; 2 wrong usage or configuration, or this computer could not store a single lead, as on a full disk.
The last line says the state: complete, partial, or filtered: the service ignored filters, the last line lists them in
"ignored" with counts, and FILE has only the leads that were asked for; "repeated" counts rows with the lead id of an
earlier row; "brokenText": the service sent bytes that are no text. Others: 0, 2 (also when the
service was never reached), 4, and 3 where the command above says it.
Exit codes of every command: 2 in place of 0 when standard output could not be written whole; 3 in place of 0 or 1 when it
was said that sends of the account are in doubt; 70 a mistake of the program, its log names it; 130 interrupted; 143 ended by
another program, which for limits --watch is 0.
Where nothing else is said, output files are UTF-8 CSV with a byte order mark, comma and CRLF.
`;
