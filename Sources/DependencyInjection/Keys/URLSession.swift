import Foundation
import IssueReporting

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension DependencyValues {
  /// The session for requests: the shared one.
  ///
  /// In tests each request is reported and fails, unless the test overrides the session.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }

  private enum URLSessionKey: DependencyKey {
    static var liveValue: URLSession { .shared }

    static var testValue: URLSession {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [UnimplementedURLProtocol.self]
      return URLSession(configuration: configuration)
    }
  }
}

/// Reports each request and makes it fail.
private final class UnimplementedURLProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    reportIssue(
      """
      Unimplemented: @Dependency(\\.urlSession), asked for \
      "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"
      """
    )
    client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
  }

  override func stopLoading() {}
}
